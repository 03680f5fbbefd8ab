import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// End-to-end tests play the built page in Chromium, served by the built server:
// "make e2e" builds both first. Tests tagged @bench measure and those tagged
// @screens take pictures; "make bench" and "npm run screens" run only these.
const special = process.env["CAUSALAB_BENCH"] ? /@bench/ : process.env["CAUSALAB_SCREENS"] ? /@screens/ : null;
const chromium = process.env["CAUSALAB_CHROMIUM"] ?? "/usr/bin/chromium";
if (!existsSync(chromium)) {
  throw new Error(`There is no Chromium at ${chromium}: install it or set CAUSALAB_CHROMIUM to its path.`);
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  reporter: "list",
  forbidOnly: process.env["CI"] !== undefined,
  grep: special ?? /.*/,
  grepInvert: special ? [] : /@bench|@screens/,
  // Tests draw without a GPU and take both cores: one at a time keeps times steady.
  workers: 1,
  retries: 0,
  timeout: 120_000, // for a machine that has other work; a quiet one needs a tenth
  expect: { timeout: 20_000 },
  webServer: {
    command: "../bin/serve -addr localhost:0",
    // The server chooses a free port and prints it; the name becomes an environment variable.
    wait: { stdout: /http:\/\/localhost:(?<causalab_port>\d+)\// },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
  use: {
    baseURL: `http://localhost:${process.env["CAUSALAB_PORT"]}/`,
    browserName: "chromium",
    headless: true,
    actionTimeout: 20_000,
    screenshot: "only-on-failure", // traces would slow down what is timed
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-quic",
        // A software renderer: WebGL 2 without a GPU and without warnings in the console.
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // Nothing but the page may use the network.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-domain-reliability",
        "--disable-sync",
        "--no-first-run",
        "--no-pings",
      ],
    },
  },
});
