// The page on different servers: our own with its strict headers, and a plain
// one that knows nothing but files, below a path, as a static host has it.

import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { expect, test, type Page } from "@playwright/test";

const dist = join(import.meta.dirname, "..", "dist");

/** Collects whatever the page complains of, and the files that it asks for. */
function watch(page: Page): { complaints: string[]; files: string[] } {
  const complaints: string[] = [];
  const files: string[] = [];
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") complaints.push(`${m.type()}: ${m.text()}`);
  });
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("requestfailed", (r) => complaints.push(`${r.url()}: ${r.failure()?.errorText}`));
  page.on("response", (r) => {
    files.push(r.url());
    if (r.status() >= 400) complaints.push(`${r.url()}: ${r.status()}`);
  });
  return { complaints, files };
}

/** Waits until the page says that it can play. */
async function ready(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { causalab: { ready: Promise<void> } }).causalab.ready);
}

/** A server of plain files below a path: no compression, no headers but the type. */
async function plainServer(below: string): Promise<Server> {
  const types: Record<string, string> = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  };
  const server = createServer((request, response) => {
    let path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path.endsWith("/")) path += "index.html";
    const file = join(dist, normalize(path.slice(below.length)));
    if (!path.startsWith(below) || !file.startsWith(dist) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

test("our server sends the page compressed and its policy holds", async ({ page, request }) => {
  const seen = watch(page);
  const answer = await page.goto("./");
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  await ready(page);
  expect(seen.complaints).toEqual([]);
  expect(seen.files.some((f) => /causalab\.[0-9A-Z]{8}\.wasm$/.test(f)), seen.files.join("\n")).toBe(true);

  for (const file of seen.files.filter((f) => /\.(wasm|js)$/.test(f))) {
    const head = await request.head(file, { headers: { "Accept-Encoding": "br" } });
    expect(head.headers()["content-encoding"], file).toBe("br");
    expect(head.headers()["cache-control"], file).toContain("immutable");
  }
});

test("a second visit loads no program again", async ({ page }) => {
  await page.goto("./");
  await ready(page);
  const sizes = await page.reload().then(async () => {
    await ready(page);
    const room = page.frames().find((f) => f.url().endsWith("room.html"));
    return room!.evaluate(() =>
      performance.getEntriesByType("resource")
        .filter((e) => e.name.endsWith(".wasm"))
        .map((e) => (e as PerformanceResourceTiming).transferSize));
  });
  expect(sizes).toEqual([0]);
});

test("a static host serves the page below any path", async ({ page }) => {
  const below = "/some/sub/path/";
  const server = await plainServer(below);
  try {
    const seen = watch(page);
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}${below}`);
    await ready(page);
    // It also plays there, and keeps what was played.
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("button", { name: "Set a property", exact: true }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    const budget = page.getByRole("group", { name: "What is left to spend" });
    await expect(budget).toContainText("7 left");
    await page.reload();
    await expect(budget).toContainText("7 left");
    expect(seen.complaints).toEqual([]);
    for (const file of seen.files) {
      expect(new URL(file).pathname.startsWith(below), file).toBe(true);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("the licences of what the page contains are beside it", async ({ request }) => {
  const text = await (await request.get("licenses.txt")).text();
  for (const name of ["Apache License", "\nGo\n", "\npreact\n", "\nuplot\n", "github.com/hajimehoshi/ebiten/v2"]) {
    expect(text.includes(name), `licenses.txt has ${name.trim()}`).toBe(true);
  }
  expect(text === (await readFile(join(dist, "licenses.txt"), "utf8")), "what is served is what was built").toBe(true);
});
