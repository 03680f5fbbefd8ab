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

async function compile(imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  const response = await fetch(WASM_LAB_URL);
  if (!response.ok) throw new Error(`${WASM_LAB_URL} answered with ${response.status} ${response.statusText}.`);
  const wasm = response.headers.get("Content-Type")?.startsWith("application/wasm");
  // Some static hosts name another type, which streaming refuses.
  const { instance } = wasm
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  return instance;
}

async function run(): Promise<void> {
  if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly.");
  const loaded = loadScript(WASM_EXEC_URL);
  await loaded;
  const go = new room.Go();
  const instance = await compile(go.importObject);
  let booted = false;
  room.causalabBoot = (port) => {
    booted = true;
    tell("causalab-port", port);
  };
  await go.run(instance);
  tell("causalab-failure", booted ? "The program stopped." : "The program ended before it could play.");
}

run().catch((error: unknown) => tell("causalab-failure", error instanceof Error ? error.message : String(error)));
