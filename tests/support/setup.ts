import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/setup/free-port.mjs";
import buildForTests from "./build.ts";
import { waitForGroups } from "./groups.ts";
import { waitForFirstSync } from "./inbox.ts";
import { shareSampleData } from "./sample-data.ts";
import { startErrata } from "./server.ts";

const PAGES = ["/docs/feedback", "/docs/jobs", "/settings", "/api/projects/docs/feedback"];

/**
 * Builds the app if its sources have changed. Then starts it with an empty data folder, waits for the
 * first sync and the groups, and stops it, so that no other server of this run has to create the sample feedback.
 * @returns how to clean up after the last test
 */
export default async function setUp(): Promise<() => void> {
  await buildForTests();
  const dataDir = mkdtempSync(join(tmpdir(), "errata-sample-"));
  const errata = await startErrata({ dataDir, port: await freePort() });
  try {
    await waitForFirstSync(errata);
    await waitForGroups(errata);
    // What this server has compiled when it stops, the others find compiled.
    for (const page of PAGES) await (await fetch(errata.url + page)).text();
  } finally {
    await errata.close();
  }
  shareSampleData(dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
