import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const common = {
  // Not UTC, so that a test which forgets the zone fails here and not at a user's desk.
  env: { TZ: "America/St_Johns" },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: ["tests/support/timeouts.ts"],
};

export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("./tests/support/server-only.ts", import.meta.url)),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { ...common, name: "unit", include: ["tests/unit/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          globalSetup: ["tests/support/postgres.ts"],
        },
      },
    ],
  },
});
