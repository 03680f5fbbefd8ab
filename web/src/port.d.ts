// The page's own way to the program: what the Go side (game/bridge) hands to the
// page once at start and then keeps off `window`. Not one of the public doors
// (see bridge.d.ts). Objects cross as JSON text: that is faster than building
// JavaScript objects field by field, and their shapes are the Go structs named.
//
// Handshake: before the program starts, the page puts a function at
// `globalThis.causalabBoot` of the window (the room's iframe) that runs the wasm.
// The program calls it once with the Port and deletes it.

/** A call that can fail answers `{"error": {code, message, path}}` instead. */
type Answer = string;

interface Port {
  readonly build: string;
  /** What is behind the agent's door; web/src/doors.ts gives it its public form. */
  readonly agent: {
    observe(): Answer;
    act(record: string): Answer;
    prompt(): Answer;
    schema(): string;
  };
  /** What is behind the harness's door. Environments are numbers. */
  readonly harness: {
    make(task: string, request: string): Answer;
    reset(env: number, request: string): Answer;
    step(env: number, record: string): Answer;
    /** Records joined by U+001E, which cannot stand in JSON text. */
    batch(env: number, records: string): Answer;
    state(env: number): Answer;
    score(env: number): Answer;
    trajectory(env: number): Answer;
    close(env: number): Answer;
    suites(): string;
    import(name: string, text: string): Answer;
  };
  /** [{name, title, count, family, nodes, golden, disturbance}] in display order. */
  suites(): string;
  /** Adds a suite from text in the released JSONL form; answers one row of suites(). */
  importSuite(name: string, text: string): Answer;
  /** request: {task, options, seed, player: {kind, name}, participant?, alias?, chain?}; answers the Observation.
   *  chain: {semantics, links: [{target_prop, target_value}]}, handed over with evidence "golden" where the task
   *  has none of its own; the engine in the Worker makes it (analysis.chain, which takes the same request). */
  start(request: string): Answer;
  /** Takes up an episode from its trajectory text; answers the Observation. */
  resume(trajectory: string): Answer;
  /** game.Observation of the running episode; "null" without one. */
  observe(): string;
  /** The running episode's header: {task, options, seed, player, …}; "null" without one. */
  header(): string;
  /** One record as text, with milliseconds since the episode began; answers the Observation. */
  step(record: string, tMs: number): Answer;
  /** What step() would say of a record, without stepping: {errors: [Error], warnings: [Error]}. */
  check(record: string): string;
  /** Evaluates a hypothesis for display: {equation: string, terms: [{parent, power, value}], base,
   *  predicted: number|null (the reactor's frequency), missing: [string]} or an error. */
  interpret(hypothesis: string): Answer;
  /** Residuals of a hypothesis on all records: {rows: [{id, measured, predicted, residual}], matched, largest};
   *  an error with code "not_allowed" where the option residuals is off. The look is logged. */
  residuals(hypothesis: string, tMs: number): Answer;
  /** Logs an event of a person: type is one of focus, blur, resize, panel, undo, look. */
  note(type: string, payload: string, tMs: number): void;
  /** The log so far, JSON Lines. */
  trajectory(): string;
  /** game.Result with truth, scores and per-step curves; an error before the end. */
  result(): Answer;
  /** {system, user}: the two stages of the model prompt as text. */
  prompt(): Answer;
  /** Calls f(event, json) after every change, whoever caused it. json is "" for "started", "observation" and "ended",
   *  the hypothesis for "draft" (a door stated one), and what it is of for "intent" and "objects". */
  subscribe(f: (event: string, json: string) => void): void;
  /** The hypothesis that is being written, shown on the whiteboard; the page owns it. */
  setDraft(hypothesis: string): void;

  /** What only the engine can do; absent in the page's program, which asks a Worker (analyst.ts). */
  readonly analysis?: {
    players(): Answer;
    startPlayer(name: string, seed: number): Answer;
    next(player: number, observation: string): Answer;
    stopPlayer(player: number): Answer;
    /** {imec: [counts]|null} of the episode of a log. */
    counts(trajectory: string): Answer;
    chain(request: string): Answer;
  };

  /** The room; absent in the engine without a scene. Events: "intent" {kind: "open", object} | {kind: "edge", change: "add"|"remove"|"reverse", from, to} | {kind: "arrived", place}. */
  readonly room?: {
    setTheme(theme: "light" | "dark"): void;
    setReducedMotion(on: boolean): void;
    /** [{id, role, label, state, rect: {x, y, width, height}}] in CSS pixels of the room's window. */
    objects(): string;
    /** Does what a click on the object does (walk there, then open it). */
    activate(id: string): void;
    /** Arrow keys and the like while the room has no focus of its own. */
    key(key: string, down: boolean): void;
  };
}
