import { build, isBuilt, sourcesHash } from "../../scripts/setup/build.mjs";
import { alone } from "../../scripts/setup/lock.mjs";

/** Where the browser tests build, apart from the build that `npm start` serves. */
export const testDistDir = ".next/test";

/** Builds what the browser tests run against, if the sources changed since the last time. */
export default async function buildForTests(): Promise<void> {
  const hash = sourcesHash();
  if (isBuilt(testDistDir, hash)) return;
  await alone(async () => {
    if (!isBuilt(testDistDir, hash)) await build(testDistDir, hash);
  });
}
