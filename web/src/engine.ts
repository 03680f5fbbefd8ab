// The benchmark without a scene, for Workers and for Node: loads the engine and
// opens the harness's door. Built to causalab-engine.js, an ES module.
//
//   import { load } from "./causalab-engine.js";
//   const causalab = await load(new URL("causalab-engine.wasm", import.meta.url)); // or its bytes
//   const env = await causalab.make("causalab/4nodes/17-v1");

import "wasm_exec"; // defines globalThis.Go; the bundler takes it from the Go toolchain
import { causalabOver, CausalabError } from "./doors";
import type { Causalab, Count, Refusal } from "../bridge";

export { CausalabError };

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface Host {
  Go: new () => GoProgram;
  causalabBoot?: (port: Port) => void;
}

/** Loads the engine from its bytes, a compiled module, or where it can be fetched. */
export async function load(wasm: ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module | string | URL): Promise<Causalab> {
  const host = globalThis as unknown as Host;
  const go = new host.Go();
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(await bytesOf(wasm));
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const port = await new Promise<Port>((resolve, reject) => {
    host.causalabBoot = resolve;
    go.run(instance).then(
      () => reject(new Error("The engine ended before it could play.")),
      (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
    );
  });
  return causalabOver(Promise.resolve(port), async (_task, trajectory) => {
    const answer = JSON.parse(port.analysis!.counts(trajectory)) as { imec: Count[] | null; error?: Refusal };
    if (answer.error) throw new CausalabError(answer.error);
    return answer.imec;
  });
}

async function bytesOf(wasm: ArrayBuffer | Uint8Array<ArrayBuffer> | string | URL): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (typeof wasm !== "string" && !(wasm instanceof URL)) return wasm;
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${String(wasm)} answered with ${response.status} ${response.statusText}.`);
  return response.arrayBuffer();
}
