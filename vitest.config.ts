import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { workers } from "./scripts/test/workers.mjs";
import { isThorough } from "./tests/support/thorough.ts";

const common = {
  // Not UTC, so that code which ignores the time zone fails here and not on a user's machine.
  env: { TZ: "America/St_Johns" },
  // Only for tests that hang: on a busy machine some take many times as long as on a quiet one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // The default of one second is too short for a busy machine, as is that of `waitFor` (timeouts.ts).
  expect: { poll: { timeout: 120_000, interval: 20 } },
  setupFiles: ["tests/support/timeouts.ts"],
  // Files share a process, and what one of them replaces.
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
};

// Test files and the processes and database threads they start load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL("./node_modules/.cache/node-compile", import.meta.url),
);

export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("./tests/support/server-only.ts", import.meta.url)),
    },
  },
  test: {
    // Files share what they load: loading it for each of them took a fifth of the processor time.
    isolate: false,
    maxWorkers: workers,
    ...(isThorough ? {} : { testNamePattern: /^((?!@thorough).)*$/ }),
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
      // Sites of other tools (npm run recipes). A build takes minutes.
      {
        extends: true,
        test: {
          ...common,
          name: "recipes",
          include: ["tests/recipes/*.test.ts"],
          testTimeout: 900_000,
        },
      },
    ],
  },
});
