import { build, isBuilt, sourcesHash } from "../../scripts/setup/build.mjs";
import { alone } from "../../scripts/setup/lock.mjs";

/** Where the browser tests build, apart from the build that `npm start` serves. */
export const testDistDir = ".next-test";

/** Stands in the environment of the build, and must not be found in what it makes. */
export const BUILD_CANARY = "errata_canary-of-the-build-7f21c09d";

/** Builds what the browser tests run against, if the sources changed since the last time. */
export default async function buildForTests(): Promise<void> {
  const hash = sourcesHash();
  if (isBuilt(testDistDir, hash)) return;
  process.env.PLATFORM_API_KEY = BUILD_CANARY;
  await alone(async () => {
    if (!isBuilt(testDistDir, hash)) await build(testDistDir, hash);
  });
  delete process.env.PLATFORM_API_KEY;
}
