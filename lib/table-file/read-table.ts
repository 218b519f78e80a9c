import { type CsvChoices, type CsvShape, readCsv } from "./csv-table.ts";
import { decode, type Encoding } from "./decode.ts";
import { type JsonShape, readJson } from "./json-table.ts";
import { createSlices, type Slices } from "./slices.ts";
import type { Table } from "./table.ts";

/** Choices about a file's shape. Missing ones are detected. */
export interface ReadChoices extends CsvChoices {
  encoding?: Encoding;
  /** The name of a list in a JSON file. */
  list?: string;
}

/** A file as a table, and how it was read. */
export interface TableFile {
  table: Table;
  encoding: Encoding;
  /** Whether the file doesn't say its encoding. */
  isEncodingGuess: boolean;
  /** Null for JSON. */
  csv: CsvShape | null;
  /** Null for CSV. */
  json: JsonShape | null;
}

/**
 * Reads a table from a file of another tool: CSV, JSON, or NDJSON.
 * @throws {UnreadableTable}
 */
export async function readTable(
  bytes: ArrayBuffer,
  choices: ReadChoices = {},
  slices: Slices = createSlices(),
): Promise<TableFile> {
  const { text, encoding, isGuess } = decode(bytes, choices.encoding);
  await slices.pause();
  const file = { encoding, isEncodingGuess: isGuess, csv: null, json: null };
  if (/^\s*[[{]/.test(text)) {
    const { table, shape } = await readJson(text, choices.list, slices);
    return { ...file, table, json: shape };
  }
  const { table, shape } = await readCsv(text, choices, slices);
  return { ...file, table, csv: shape };
}

/** Returns the questions that someone has to answer before the rows can be read; empty if there are none. */
export function shapeQuestions({ csv, json }: TableFile, choices: ReadChoices): string[] {
  const questions: string[] = [];
  if (json && json.list === null) questions.push("Choose the list to import.");
  if (csv && csv.swallowed.length > 0 && choices.isByLine === undefined) {
    questions.push("Choose how to read quotes.");
  }
  return questions;
}
