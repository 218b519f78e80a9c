import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { node, root } from "../../scripts/setup/project.mjs";
import { expect, startErrata, test } from "../support/server.ts";

test("while the database is updated, the server answers with how far it is, and starts then", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-update-"));
  const file = join(dataDir, "errata.sqlite");
  const script = join(root, "tests/support/earlier-version-process.ts");
  execFileSync(node, ["--conditions=react-server", script, file]);
  // The update waits for this transaction, after the copy.
  const writer = new SQLite(file);
  writer.exec("begin immediate");
  const port = await freePort();
  const starting = startErrata({ dataDir, port });
  try {
    const url = `http://127.0.0.1:${port}`;
    const status = async (path: string) => (await fetch(`${url}${path}`).catch(() => null))?.status;
    await expect.poll(() => status("/readyz"), { timeout: 60_000 }).toBe(503);
    expect(await (await fetch(`${url}/docs/feedback`)).text()).toContain(
      "Updating the database, 0%",
    );
    expect(await status("/healthz")).toBe(503);
    writer.exec("commit");
    const errata = await starting;
    expect(await status("/readyz")).toBe(200);
    expect(errata.output()).toMatch(/Errata: updating the database, step 2 of \d+: \d{4}_/);
    const copies = readdirSync(join(dataDir, "backups"));
    expect(copies).toEqual([expect.stringMatching(/^errata-before-.*-\d{4}_\w+\.sqlite$/)]);
  } finally {
    writer.close();
    // A failure to start is the test's own error.
    await starting.then((errata) => errata.close()).catch(() => undefined);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
