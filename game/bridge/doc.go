// Package bridge connects the game to JavaScript: to the page's panels, to
// agents and to harnesses.
//
// Its logic, [Session], takes and gives JSON text and knows nothing of
// JavaScript, so it is tested natively. Under GOOS=js, [Boot] hands it to the
// page: it calls globalThis.causalabBoot once with one object of functions and
// deletes that global. Nothing of the program stays reachable from a global
// after that; what the page then offers as window.causalab is in
// web/src/doors.ts, typed by web/bridge.d.ts.
//
// Functions never panic across the boundary, never wait, and answer misuse with
// {"error": {code, message, path}}.
package bridge
