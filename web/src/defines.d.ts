// Constants that the build tool (web/bundle) writes into the bundle.
// The addresses are relative to the page, so that the page works from any folder.

/** The page's program with its scene, e.g. "causalab.1A2B3C4D.wasm". */
declare const WASM_LAB_URL: string;
/** The engine without a scene, for a worker, e.g. "causalab-engine.1A2B3C4D.wasm". */
declare const WASM_ENGINE_URL: string;
/** Go's loader, from the toolchain that built both programs: "wasm_exec.1A2B3C4D.js". */
declare const WASM_EXEC_URL: string;
/** Names this build: a hash of the whole bundle, e.g. "Y2OPOTCE". The programs have their own, which logs state. */
declare const BUILD_ID: string;

/** The address of a classic Worker script that is bundled on its own: `import address from "worker:./engine.ts"`. */
declare module "worker:*" {
  const address: string;
  export default address;
}

/** Go's loader, from the toolchain that built the programs: defines globalThis.Go. */
declare module "wasm_exec" {}
