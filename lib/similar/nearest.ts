import "server-only";
import { sql } from "kysely";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { CodeList } from "../embeddings/code-list.ts";
import { mostBits } from "../embeddings/codes.ts";
import { cosine, vectorFrom } from "../embeddings/vectors.ts";
import { createPause } from "../pause.ts";
import { readEmbeddingState } from "../store/embeddings/state.ts";
import type { StoreDatabase, StoreQuery } from "../store/schema/schema.ts";

/** Returns items whose comments mean the same as one's, the nearest first, one for each text. */
export type NearestItems = (projectId: string, feedbackId: string) => Promise<string[]>;

/** Vectors that are compared exactly. */
const CANDIDATES = 256;
/** Texts whose items are returned: many may be of the item's own group. */
const FOUND = 100;
/** Codes per read. */
const CODES_PER_READ = 4_000;
/** Milliseconds after the last search in a project until its codes leave the memory. */
const CODES_LIFETIME_MS = HOUR;

interface Loaded {
  codes: CodeList;
  /** Ends the latest read of new codes. */
  reading: Promise<void>;
  timer: NodeJS.Timeout | null;
}

/**
 * Creates the search for items with the same meaning. It keeps the codes of projects that people look at in memory,
 * and reads those that are new before each search.
 * @param model the model of this process; nothing is found while the stored vectors are of another one
 */
export function createNearestItems({ query, read }: StoreDatabase, model: string): NearestItems {
  const projects = new Map<string, Loaded>();

  const codesOf = async (projectId: string): Promise<CodeList> => {
    const loaded = projects.get(projectId) ?? {
      codes: new CodeList(),
      reading: Promise.resolve(),
      timer: null,
    };
    projects.set(projectId, loaded);
    if (loaded.timer) clearTimeout(loaded.timer);
    loaded.timer = setTimeout(() => projects.delete(projectId), CODES_LIFETIME_MS).unref();
    // Reads run one after the other, so that no vector is added twice.
    loaded.reading = loaded.reading
      .catch(() => undefined)
      .then(() => readNewCodes(read, projectId, loaded.codes));
    await loaded.reading;
    return loaded.codes;
  };

  return async (projectId, feedbackId) => {
    const state = await readEmbeddingState(query);
    if (state?.model !== model || state.threshold === null || state.is_clearing === 1) return [];
    const own = await vectorOf(query, projectId, feedbackId);
    if (!own) return [];
    const codes = await codesOf(projectId);
    const least = state.threshold / 1_000;
    const limits = { count: CANDIDATES, bits: mostBits(least) };
    const numbers = await codes.nearest(own.code, limits, createPause());
    const rows = await vectorsWith(read, projectId, numbers);
    if (rows.length < numbers.length) {
      const existing = new Set(rows.map((row) => row.number));
      codes.remove(new Set(numbers.filter((number) => !existing.has(number))));
    }
    const vector = vectorFrom(own.vector);
    const near = rows
      .map((row) => ({ hash: row.text_hash, cosine: cosine(vector, vectorFrom(row.vector)) }))
      .filter((row) => row.hash !== own.text_hash && row.cosine >= least)
      .sort((one, other) => other.cosine - one.cosine)
      .slice(0, FOUND);
    return itemsWith(
      query,
      projectId,
      near.map((row) => row.hash),
    );
  };
}

/** Adds the codes of vectors that are newer than the list. */
async function readNewCodes(read: StoreQuery, projectId: string, codes: CodeList): Promise<void> {
  for (;;) {
    const rows = await read
      .selectFrom("embedding_vector")
      .select(["number", "code"])
      .where("project_id", "=", projectId)
      .where("number", ">", codes.lastNumber)
      .orderBy("number")
      .limit(CODES_PER_READ)
      .execute();
    for (const { number, code } of rows) codes.add(number, code);
    if (rows.length < CODES_PER_READ) return;
  }
}

function vectorOf(query: StoreQuery, projectId: string, feedbackId: string) {
  return query
    .selectFrom("embedding_item as i")
    .innerJoin("embedding_vector as v", (join) =>
      join.onRef("v.project_id", "=", "i.project_id").onRef("v.text_hash", "=", "i.text_hash"),
    )
    .select(["v.text_hash", "v.code", "v.vector"])
    .where("i.project_id", "=", projectId)
    .where("i.feedback_id", "=", feedbackId)
    .executeTakeFirst();
}

async function vectorsWith(read: StoreQuery, projectId: string, numbers: number[]) {
  if (numbers.length === 0) return [];
  return read
    .selectFrom("embedding_vector")
    .select(["number", "text_hash", "vector"])
    .where("project_id", "=", projectId)
    .where("number", "in", numbers)
    .execute();
}

/** Returns an item for each text, in order. */
async function itemsWith(
  query: StoreQuery,
  projectId: string,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await query
    .selectFrom("embedding_vector as v")
    .select([
      "v.text_hash",
      sql<string | null>`(select min(i.feedback_id) from embedding_item as i
        where i.project_id = v.project_id and i.text_hash = v.text_hash)`.as("feedback_id"),
    ])
    .where("v.project_id", "=", projectId)
    .where("v.text_hash", "in", hashes)
    .execute();
  const byHash = new Map(rows.map((row) => [row.text_hash, row.feedback_id]));
  return hashes.flatMap((hash) => byHash.get(hash) ?? []);
}
