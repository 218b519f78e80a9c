import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("./tests/support/server-only.ts", import.meta.url)),
    },
  },
  test: {
    include: ["tests/{unit,server}/**/*.test.ts"],
    // Not UTC, so that a test which forgets the zone fails here and not at a user's desk.
    env: { TZ: "America/St_Johns" },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ["tests/support/postgres.ts"],
  },
});
