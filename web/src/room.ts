// Runs the program inside the room's frame. The port goes to the page through
// an event on the frame element, so that nothing of it stays on a window.

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
interface RoomWindow {
  Go: new () => GoProgram;
  causalabBoot?: (port: Port) => void;
}

const room = globalThis as unknown as RoomWindow;

function tell(name: string, detail: unknown): void {
  window.frameElement?.dispatchEvent(new CustomEvent(name, { detail }));
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be loaded.`));
    document.head.append(script);
  });
}

async function compile(url: string, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered with ${response.status} ${response.statusText}.`);
  const wasm = response.headers.get("Content-Type")?.startsWith("application/wasm");
  // Some static hosts name another type, which streaming refuses.
  const { instance } = wasm
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  return instance;
}

/** The scene draws with WebGL 2; without it the program would end. */
function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

async function run(): Promise<void> {
  if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly.");
  const drawn = canDraw();
  await loadScript(WASM_EXEC_URL);
  const go = new room.Go();
  const instance = await compile(drawn ? WASM_LAB_URL : WASM_ENGINE_URL, go.importObject);
  let booted = false;
  room.causalabBoot = (port) => {
    booted = true;
    tell("causalab-port", port);
  };
  await go.run(instance);
  throw new Error(booted ? "The program stopped. What you did so far is kept." : "The program ended before it could play.");
}

run().catch((error: unknown) => tell("causalab-failure", error instanceof Error ? error.message : String(error)));
