import "server-only";
import { compactVector, MAX_DIMENSIONS } from "./vectors.ts";

const [COMMA, OPENING_BRACKET, COLON, OPENING_BRACE] = [0x2c, 0x5b, 0x3a, 0x7b];
/** Lists, fields, and objects of an answer per vector, and around them: more than any service sends. */
const STRUCTURE = 32;

/**
 * Returns the vectors of an answer of the embeddings API, in the order of the texts; null if it isn't one, or isn't
 * about this number of texts.
 */
export function vectorsIn(body: Buffer, texts: number): Int8Array[] | null {
  // Parsing megabytes of empty lists would take a fifth of a second.
  if (!isPlausible(body, texts)) return null;
  const rows = rowsOf(body.toString("utf8"));
  if (rows?.length !== texts) return null;
  const vectors: (Int8Array | undefined)[] = Array.from({ length: texts });
  for (const [place, row] of rows.entries()) {
    const { index, vector } = vectorIn(row, place);
    if (!vector || !(index in vectors) || vectors[index]) return null;
    vectors[index] = vector;
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  const isSameLength = complete.every(({ length }) => length === complete[0]?.length);
  return isSameLength ? complete : null;
}

/** @param place the index of a row that has none */
function vectorIn(row: unknown, place: number): { index: number; vector: Int8Array | null } {
  if (typeof row !== "object" || row === null) return { index: place, vector: null };
  const index = "index" in row ? row.index : place;
  const vector = "embedding" in row && Array.isArray(row.embedding) ? row.embedding : [];
  if (typeof index !== "number") return { index: place, vector: null };
  return { index, vector: compactVector(vector) };
}

function isPlausible(body: Buffer, texts: number): boolean {
  let [commas, others] = [0, 0];
  for (const byte of body) {
    if (byte === COMMA) commas += 1;
    else if (byte === OPENING_BRACKET || byte === COLON || byte === OPENING_BRACE) others += 1;
  }
  const structure = STRUCTURE * (texts + 1);
  return commas <= texts * MAX_DIMENSIONS + structure && others <= structure;
}

function rowsOf(text: string): unknown[] | null {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null || !("data" in answer)) return null;
    return Array.isArray(answer.data) ? answer.data : null;
  } catch {
    return null;
  }
}
