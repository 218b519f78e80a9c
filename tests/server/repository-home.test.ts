import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import { type EmbeddedPlatform, openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { openServices } from "../../lib/services/open.ts";
import { openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { findNoFiles } from "../support/find-files.ts";
import { forgetConfig } from "../support/forget-config.ts";

const log = createLog("silent", () => []);
let folder: string;
let database: TestDatabase<PlatformSchema>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-home-"));
  database = await openTestDatabase<PlatformSchema>("postgres", "home", "platform");
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the platform as a server with this data folder does, without its check. */
function server(name: string, environment: Record<string, string> = {}): Promise<EmbeddedPlatform> {
  const config = parseConfig({ DATA_DIR: join(folder, name), ...environment });
  const options = { config, database, clock: systemClock, log, sample: null };
  return openPlatform({ ...options, findFiles: findNoFiles });
}

const check = async (...given: Parameters<typeof server>) =>
  (await server(...given)).assertSharedRepositories();

/** Gives a server the repositories of another one, as a shared folder does. */
function share(from: string, to: string): void {
  mkdirSync(join(folder, to));
  mkdirSync(join(folder, from, "repository"), { recursive: true });
  symlinkSync(join(folder, from, "repository"), join(folder, to, "repository"));
}

describe("servers of one PostgreSQL database", () => {
  test("start only with the repositories that the first one has, or a repository elsewhere", async () => {
    await check("first");
    await check("first");
    const sentence = `DATA_DIR: the git repositories of this database aren't in ${join(folder, "second", "repository")}, but in another server's or an earlier folder. Share that folder between all servers, or set DOCS_REPOSITORY (see docs/deploy.md).`;
    const refused = { code: "conflict", message: sentence };
    await expect(check("second")).rejects.toMatchObject(refused);
    // Nothing was written that would make it wrong later.
    await expect(check("second")).rejects.toMatchObject(refused);
    await check("second", { DOCS_REPOSITORY: join(folder, "docs.git") });
    share("first", "third");
    await check("third");
    renameSync(join(folder, "first"), join(folder, "moved"));
    await check("moved");
  });

  test("don't open the services otherwise", async () => {
    await check("first");
    vi.stubEnv("DATABASE_URL", database.location.databaseUrl ?? "");
    vi.stubEnv("DATA_DIR", join(folder, "second"));
    forgetConfig();
    await expect(openServices()).rejects.toThrow("Share that folder between all servers");
    vi.unstubAllEnvs();
    forgetConfig();
  });

  test("that start for the first time at once agree on one folder", async () => {
    share("one", "other");
    const shared = await Promise.all(["one", "other", "one", "other"].map((name) => server(name)));
    await Promise.all(shared.map((platform) => platform.assertSharedRepositories()));

    await database.query.deleteFrom("platform_repository_home").execute();
    const apart = await Promise.all(["a", "b", "c"].map((name) => server(name)));
    const results = await Promise.allSettled(apart.map((each) => each.assertSharedRepositories()));
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
  });
});
