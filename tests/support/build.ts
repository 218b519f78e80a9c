import { build, isBuilt, sourcesHash } from "../../scripts/setup/build.mjs";
import { testDistDir } from "../../scripts/setup/build-record.mjs";
import { withLock } from "../../scripts/setup/lock.mjs";

export { testDistDir };

/** Set in the environment of the build; no file that the build writes may contain it. */
export const BUILD_CANARY = "errata_canary-of-the-build-7f21c09d";

/** Builds the app for the tests if its sources have changed since the last build. */
export default async function buildForTests(): Promise<void> {
  const hash = sourcesHash();
  if (isBuilt(testDistDir, hash)) return;
  process.env.PLATFORM_API_KEY = BUILD_CANARY;
  try {
    await withLock(async () => {
      if (!isBuilt(testDistDir, hash)) await build(testDistDir, hash);
    });
  } finally {
    delete process.env.PLATFORM_API_KEY;
  }
}

if (import.meta.main) await buildForTests();
