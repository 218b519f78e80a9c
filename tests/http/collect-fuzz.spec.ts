import { parse as parseCsv } from "csv-parse/sync";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { unescapeFormulas } from "../../lib/text/formulas.ts";
import { hostilePosts, MARKUP, SITE } from "../support/hostile-posts.ts";
import { fetchSyncStatus, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { cases } from "../support/rounds.ts";
import { type Errata, expect, test } from "../support/server.ts";

/** FUZZ_FACTOR=34 sends 10,000. */
const POSTS = cases(300);
const CONCURRENT_REQUESTS = 8;
/** What a spreadsheet may run. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u;
const api = "/api/projects/docs";

test(`of ${POSTS} hostile posts to the collector, the server loses none that it accepts`, async ({
  errata,
}) => {
  test.setTimeout(900_000);
  await waitForFirstSync(errata);
  const before = (await fetchSyncStatus(errata)).items;
  const key = await createPublicKey(errata);
  const seed = Date.now();
  const { ids, forms, statuses, failures } = await sendAll(errata, key, seed);
  expect(failures, `seed ${seed}`).toEqual([]);
  expect(errata.output()).not.toContain('"level":50');
  // A good part was accepted, and a good part refused.
  const stored = ids.size + forms;
  expect(stored, JSON.stringify([...statuses])).toBeGreaterThan(POSTS / 10);
  expect(statuses.get(400), JSON.stringify([...statuses])).toBeGreaterThan(POSTS / 10);

  const { keys } = await read(errata, `${api}/collect/keys`);
  const { received, suspected } = keys.find((each: { key: string }) => each.key === key);
  expect(received, `seed ${seed}`).toBe(stored);
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).items, { timeout: 120_000 })
    .toBe(before + received - suspected);

  const exported = await (await fetch(`${errata.url}${api}/feedback/export?format=json`)).json();
  expect(exported).toHaveLength(before + received - suspected);
  await expectSoundCsv(errata, exported);
  await expectSoundInterface(errata);
  const accepted = exported.filter(({ id }: { id: string }) => ids.has(id));
  await expectNoMarkup(errata, accepted);
});

interface Sent {
  /** Of the items that were accepted as JSON. */
  ids: Set<string>;
  /** Accepted forms, each of which is an item. */
  forms: number;
  statuses: Map<number, number>;
  failures: string[];
}

async function sendAll(errata: Errata, key: string, seed: number): Promise<Sent> {
  const posts = hostilePosts(POSTS, seed);
  const sent: Sent = { ids: new Set(), forms: 0, statuses: new Map(), failures: [] };
  const send = async () => {
    for (let post = posts.pop(); post; post = posts.pop()) {
      const { method, headers, body } = post;
      const answer = await fetch(`${errata.url}/v1/collect/${key}`, {
        method,
        headers,
        redirect: "manual",
        body: typeof body === "string" ? body : Buffer.from(body),
      });
      const { status } = answer;
      const said = await answer.text();
      sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1);
      if (status === 202) sent.ids.add(JSON.parse(said).id);
      if (status === 200 || status === 303) sent.forms += 1;
      const isSafe = headers.origin === SITE || !answer.headers.get("access-control-allow-origin");
      const isShort = said.length < 20_000;
      if (status >= 500 || !isSafe || !isShort) {
        sent.failures.push(
          `${status} ${said.slice(0, 200)} ${JSON.stringify(post).slice(0, 2_000)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, send));
  return sent;
}

async function read(errata: Errata, path: string) {
  return (await fetch(errata.url + path)).json();
}

async function createPublicKey(errata: Errata): Promise<string> {
  const response = await fetch(`${errata.url}${api}/collect/keys`, {
    method: "POST",
    headers: { origin: errata.url, "content-type": "application/json" },
    body: JSON.stringify({ name: "Hostile", origins: [SITE], paths: [] }),
  });
  return (await response.json()).keys[0].key;
}

interface Item {
  id: string;
  comment: string | null;
}

/** Reads the CSV with a parser of its own: same items, same comments, no formula. */
async function expectSoundCsv(errata: Errata, items: Item[]): Promise<void> {
  const csv = await (await fetch(`${errata.url}${api}/feedback/export?format=csv`)).text();
  const rows: Record<string, string>[] = parseCsv(csv, {
    bom: true,
    columns: true,
    record_delimiter: "\r\n",
  });
  const cells = rows.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
  const comments = rows.map(({ id, comment = "" }) => [id, unescapeFormulas(comment)]);
  expect(comments).toEqual(items.map(({ id, comment }) => [id, comment ?? ""]));
}

/** Reads the newest entries as an outside client. The contract is strict. */
async function expectSoundInterface(errata: Errata): Promise<void> {
  const authorization = `Bearer ${await createKey(errata)}`;
  let cursor: string | null = "";
  for (let page = 0; page < 20 && cursor !== null; page += 1) {
    const query = new URLSearchParams({ limit: "100", ...(cursor ? { cursor } : {}) });
    const response = await fetch(`${errata.url}/v1/analytics/docs/feedback?${query}`, {
      headers: { authorization },
    });
    const { nextCursor } = listFeedback.response.parse(await response.json());
    cursor = nextCursor;
  }
}

/** Opens the pages that show hostile texts first. */
async function expectNoMarkup(errata: Errata, accepted: Item[]): Promise<void> {
  const marked = accepted.filter(({ comment }) => MARKUP.some((part) => comment?.includes(part)));
  const items = marked.slice(0, 5).map(({ id }) => `/docs/feedback?open=${id}`);
  for (const path of ["/docs/feedback", "/settings", ...items]) {
    const response = await fetch(errata.url + path, { headers: { accept: "text/html" } });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(MARKUP.filter((part) => html.includes(part))).toEqual([]);
  }
}
