import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { withLock } from "../../scripts/setup/lock.mjs";
import buildForTests from "./build.ts";
import { waitForGroups } from "./groups.ts";
import { waitForFirstSync } from "./inbox.ts";
import { givenSampleFolder, shareSampleData } from "./sample-data.ts";
import { startErrata } from "./server.ts";

const PAGES = ["/docs/feedback", "/docs/jobs", "/settings", "/api/projects/docs/feedback"];

/**
 * Builds the app if its sources have changed, and makes the sample feedback that every server of this run begins with. Of
 * the suites of an `npm test`, the first one makes it.
 * @returns how to clean up after the last test
 */
export default async function setUp(): Promise<() => void> {
  await buildForTests();
  const given = givenSampleFolder();
  if (given) {
    await withLock(async () => {
      if (!existsSync(given)) renameSync(await makeSampleData(), given);
    });
    return () => undefined;
  }
  const folder = await makeSampleData();
  shareSampleData(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts Errata with an empty data folder, waits for the first sync and the groups, and stops it.
 * @returns the folder, which is beside the given one
 */
async function makeSampleData(): Promise<string> {
  const dataDir = mkdtempSync(givenSampleFolder() ?? join(tmpdir(), "errata-sample-"));
  const errata = await startErrata({ dataDir, port: await freePort() });
  try {
    await waitForFirstSync(errata);
    await waitForGroups(errata);
    // What this server has compiled when it stops, the others find compiled.
    for (const page of PAGES) await (await fetch(errata.url + page)).text();
  } finally {
    await errata.close();
  }
  return dataDir;
}
