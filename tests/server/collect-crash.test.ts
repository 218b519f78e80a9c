import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "../../lib/database/open.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { node } from "../../scripts/setup/project.mjs";
import { kill } from "../support/crash.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { isThorough } from "../support/thorough.ts";

const script = fileURLToPath(new URL("../support/collector-process.ts", import.meta.url));
const READERS = isThorough ? 120 : 40;
const CONCURRENT_READERS = 16;
/** Acknowledged posts after which the process is killed. */
const KILLED_AFTER = isThorough ? [40, 110, 170] : [40];

interface Collector {
  child: ChildProcess;
  url: string;
}

/** A reader's vote and comment, and the IDs of the entries that were acknowledged for them. */
interface Reader {
  id: string;
  comment: string;
  isSpam: boolean;
  entries: string[];
}

test.each(engines)(
  "a collector killed under load loses and doubles nothing that it acknowledged on $name",
  async (engine) => {
    const platform = await openTestPlatform(engine);
    try {
      const { readers, missing, lost } = await sendWhileKilling(platform);
      expect(missing).toEqual([]);
      // Answers were lost, so that readers sent again what was stored already.
      expect(lost).toBeGreaterThan(KILLED_AFTER.length);

      const stored = await platform.database.query
        .selectFrom("platform_submission as submission")
        .leftJoin("platform_entry", (join) =>
          join
            .onRef("platform_entry.project_id", "=", "submission.project_id")
            .onRef("platform_entry.id", "=", "submission.entry_id"),
        )
        .select(["entry_id", "suspected_entry", "entry"])
        .execute();
      const found = stored.map(({ entry_id, suspected_entry, entry }) => ({
        id: entry_id,
        isSuspected: suspected_entry !== null,
        isAccepted: entry !== null,
        comment: JSON.parse(suspected_entry ?? entry ?? "").comment,
      }));
      const expected = readers.flatMap(({ comment, isSpam, entries: [vote, second] }) => {
        const accepted = { isSuspected: false, isAccepted: true };
        if (!isSpam) return [{ id: second, ...accepted, comment }];
        const spam = { id: second, isSuspected: true, isAccepted: false, comment };
        return [{ id: vote, ...accepted, comment: null }, spam];
      });
      expect(byId(found)).toEqual(byId(expected));
      const completed = readers.filter(({ isSpam }) => !isSpam);
      expect(completed.every(({ entries: [vote, second] }) => vote === second)).toBe(true);
    } finally {
      await platform.close();
    }
  },
);

test("what the collector acknowledges on SQLite is flushed to the disk", async () => {
  const platform = await openTestPlatform({ name: "sqlite" });
  // Tests don't flush, a server does.
  const { durable: _, ...location } = platform.database.location;
  const database = openDatabase<PlatformSchema>(location);
  try {
    const flushes = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.query);
    // 2 is FULL: with WAL, each commit waits until its pages are on the disk.
    expect(flushes.rows).toEqual([{ synchronous: 2 }]);
  } finally {
    await database.close();
    await platform.close();
  }
});

/**
 * Lets readers vote and comment, each until it is acknowledged, while the process is killed.
 * @returns also the acknowledged entries that weren't stored after a kill, and how often an answer was lost
 */
async function sendWhileKilling(platform: TestPlatform) {
  const { key } = await platform.collectKeys.create("docs", {
    name: "Docs",
    origins: ["https://docs.example.com"],
    paths: [],
  });
  const readers = Array.from({ length: READERS }, (_, number) => readerOf(number));
  const missing: string[] = [];
  const due = [...KILLED_AFTER];
  let [acknowledged, lost] = [0, 0];
  let running = start(platform);

  async function restart(): Promise<Collector> {
    await kill((await running).child);
    missing.push(...(await notStored(platform, readers)));
    return start(platform);
  }

  async function send({ id, entries }: Reader, fields: object): Promise<void> {
    const body = JSON.stringify({ id, url: "/start", helpful: false, ...fields });
    for (;;) {
      const used = running;
      const { url } = await used;
      const response = await fetch(`${url}/v1/collect/${key}`, {
        method: "POST",
        body,
        headers: { "x-errata-client": id, "content-type": "text/plain" },
      }).catch(() => null);
      const answer = await response?.json().catch(() => null);
      // An answer that comes after the kill counts as lost.
      if (!response || !answer || running !== used) {
        lost += 1;
        continue;
      }
      expect([response.status, answer]).toEqual([202, { id: expect.any(String) }]);
      entries.push(answer.id);
      acknowledged += 1;
      if (acknowledged !== due[0]) return;
      due.shift();
      running = restart();
      return;
    }
  }

  const left = [...readers];
  const visit = async () => {
    for (let reader = left.shift(); reader; reader = left.shift()) {
      await send(reader, {});
      const { comment, isSpam } = reader;
      await send(reader, { comment, ...(isSpam && { website: "https://spam.example" }) });
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENT_READERS }, visit));
  } finally {
    await kill((await running).child);
  }
  return { readers, missing, lost };
}

function readerOf(number: number): Reader {
  const isSpam = number % 5 === 0;
  return { id: `reader-${number}`, comment: `Step ${number} fails`, isSpam, entries: [] };
}

async function start({ dataDir, database }: TestPlatform): Promise<Collector> {
  const given = { location: { ...database.location, durable: true }, dataDir };
  const child = spawn(node, ["--conditions=react-server", script, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = await once(child.stdout, "data");
  return { child, url: String(address).trim() };
}

async function notStored({ database }: TestPlatform, readers: Reader[]): Promise<string[]> {
  const rows = await database.query.selectFrom("platform_submission").select("entry_id").execute();
  const stored = new Set(rows.map(({ entry_id }) => entry_id));
  return readers.flatMap(({ entries }) => entries).filter((id) => !stored.has(id));
}

function byId<Item extends { id: string | undefined }>(items: Item[]): Item[] {
  return items.toSorted((one, other) => ((one.id ?? "") < (other.id ?? "") ? -1 : 1));
}
