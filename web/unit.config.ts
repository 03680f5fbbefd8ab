// Tests of the page's plain TypeScript, beside their sources; they need no browser.

import { defineConfig } from "@playwright/test";

export default defineConfig({ testDir: "src", testMatch: "*.test.ts", reporter: "list" });
