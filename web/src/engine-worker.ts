// The engine in a Worker: counting graphs and reference players take longer than
// a page may stand still. Answers {id, answer} to {id, door, call, args}.

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

type Doors = Record<"analysis" | "harness", Record<string, (...args: (string | number)[]) => string>>;

export interface Question {
  id: number;
  door: "analysis" | "harness";
  call: string;
  args: (string | number)[];
}

export type Reply = { id: number; answer: string } | { id: number; failure: string };

const worker = globalThis as unknown as {
  importScripts(url: string): void;
  Go: new () => GoProgram;
  causalabBoot?: (doors: Doors) => void;
  onmessage: ((e: MessageEvent<Question>) => void) | null;
  postMessage(reply: Reply): void;
};

async function boot(): Promise<Doors> {
  worker.importScripts(WASM_EXEC_URL);
  const go = new worker.Go();
  const response = await fetch(WASM_ENGINE_URL);
  if (!response.ok) throw new Error(`${WASM_ENGINE_URL} answered with ${response.status} ${response.statusText}.`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  return new Promise((resolve, reject) => {
    worker.causalabBoot = resolve;
    go.run(instance).then(() => reject(new Error("The engine ended.")), reject);
  });
}

const doors = boot();

worker.onmessage = ({ data: { id, door, call, args } }) => {
  doors.then(
    (d) => worker.postMessage({ id, answer: d[door][call]!(...args) }),
    (error: unknown) => worker.postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
};
