import { recognizedFields } from "./field-names.ts";
import type { Slices } from "./slices.ts";
import { type Table, type TableRow, UnreadableTable, uniqueColumns } from "./table.ts";

type Fields = Record<string, unknown>;

/** A list in a JSON file. */
export interface JsonList {
  /** Where it is, such as `export › responses`; empty for the file itself. */
  name: string;
  count: number;
}

export interface JsonShape {
  /** The lists with rows, if there is more than one. */
  lists: JsonList[];
  /** The list that was read; null if someone has to choose. */
  list: string | null;
}

/** A list with the fields that the objects around it have. */
interface FoundList {
  name: string;
  /** An item as it is in the list. */
  sample: unknown;
  rows: { line: number; value: unknown }[];
}

const MAX_DEPTH = 5;
const SEPARATOR = " › ";

/**
 * Reads a JSON file as a table: a list of objects or of lists, also inside objects or grouped by page, columns with
 * lists, `{columns, results}`, or NDJSON. Fields of nested objects become columns such as `page.url`.
 * @param chosen the name of the list to read
 * @throws {UnreadableTable}
 */
export async function readJson(text: string, chosen: string | undefined, slices: Slices) {
  const lists = listsOf(parsed(text));
  if (lists.length === 0) throw new UnreadableTable("This file has no rows. Choose another file.");
  const list = lists.find(({ name }) => name === chosen) ?? certainOf(lists);
  const shape: JsonShape = {
    lists: lists.length > 1 ? lists.map(({ name, rows }) => ({ name, count: rows.length })) : [],
    list: list?.name ?? null,
  };
  return {
    table: await tableOf(list ?? lists[0] ?? { name: "", sample: null, rows: [] }, slices),
    shape,
  };
}

/** A line that isn't JSON. */
class BrokenLine {}

function parsed(text: string): unknown {
  try {
    return parsedExactly(text);
  } catch {
    const lines = text
      .split("\n")
      .map((line) => (line.trim() === "" ? undefined : parsedLine(line)));
    const objects = lines.filter((line) => isObject(line) || Array.isArray(line));
    if (objects.length === 0 || text.trimEnd().indexOf("\n") < 0) {
      throw new UnreadableTable("This file isn't valid JSON. Check its end, or save it as CSV.");
    }
    return new Lines(lines);
  }
}

/** NDJSON. Empty lines are undefined. */
class Lines {
  constructor(values: unknown[]) {
    this.values = values;
  }
  readonly values: unknown[];
}

function parsedLine(line: string): unknown {
  try {
    return parsedExactly(line);
  } catch {
    return new BrokenLine();
  }
}

/** Reads JSON. Integers of 16 digits and more become texts: as numbers, they would lose their last digits. */
function parsedExactly(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? withExactNumbers(text) : text);
}

function withExactNumbers(text: string): string {
  let isInside = false;
  // A single expression for whole strings would overflow the stack with a long one.
  return text.replace(/\\.|"|(?<![\d.+-])-?[1-9]\d{15,}(?![\d.eE])/gs, (part) => {
    if (part === '"') isInside = !isInside;
    return isInside || part.length < 3 ? part : `"${part}"`;
  });
}

function isObject(value: unknown): value is Fields {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function listsOf(document: unknown): FoundList[] {
  if (document instanceof Lines) {
    const rows = document.values.flatMap((value, at) =>
      value === undefined ? [] : [{ line: at + 1, value }],
    );
    return [{ name: "", sample: rows[0]?.value, rows }];
  }
  const found = listsIn(document, [], {}, 0).filter(({ rows }) => rows.length > 0);
  if (found.length > 0 || !isObject(document) || Object.keys(document).length === 0) return found;
  return [{ name: "", sample: document, rows: [{ line: 1, value: document }] }];
}

function listsIn(value: unknown, path: string[], around: Fields, depth: number): FoundList[] {
  if (Array.isArray(value)) return listsInArray(value, path, around, depth);
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  const table = columnar(value);
  if (table) return [listOf(path, table, around)];
  const entries = Object.entries(value);
  const groups = entries.filter(([key, each]) => isAddress(key) && Array.isArray(each));
  if (groups.length > 0 && groups.length === entries.length) {
    return [
      listOf(
        path,
        groups.flatMap(([page, each]) => withPage(page, each)),
        around,
      ),
    ];
  }
  const rows = rowsByKey(entries);
  if (rows) return [listOf(path, rows, around)];
  return entries.flatMap(([key, each]) => listsIn(each, [...path, key], around, depth + 1));
}

/**
 * Reads `{"-Na1": {…}, "-Na2": {…}}` and `{"/a": 12, "/b": 3}` as rows: objects that have the fields of a row each, and
 * numbers of views. The key is the row's page if it's an address, and its ID otherwise.
 * @returns null for other objects, such as those with the parts of a document
 */
function rowsByKey(entries: [string, unknown][]): Fields[] | null {
  if (entries.length < 2) return null;
  const arePages = entries.every(([key]) => isAddress(key));
  if (arePages && entries.every(([, value]) => typeof value === "number")) {
    return entries.map(([page, views]) => ({ page, views }));
  }
  const rows = entries.map(([key, value]) => (isObject(value) ? { key, value } : null));
  if (!rows.every((row) => row !== null)) return null;
  const shared = sharedNames(rows.map(({ value }) => value));
  const isLikely = recognizedFields(shared) > 0 && shared.length > 1;
  if (!isLikely && !(arePages && shared.length > 0)) return null;
  const name = arePages ? "page" : "id";
  return rows.map(({ key, value }) => (name in value ? value : { [name]: key, ...value }));
}

function listsInArray(
  values: unknown[],
  path: string[],
  around: Fields,
  depth: number,
): FoundList[] {
  if (values.every(Array.isArray) && values.length > 1)
    return [listOf(path, withHeader(values), around)];
  if (!values.some(isObject)) return depth === 0 ? [listOf(path, values, around)] : [];
  const own = listOf(path, values, around);
  if (depth > MAX_DEPTH) return [own];
  return [own, ...listsInside(values, path)];
}

/** Finds rows inside the rows, such as the feedback of each page, with what is known about the page. */
function listsInside(values: unknown[], path: string[]): FoundList[] {
  const inner = new Map<string, FoundList>();
  for (const value of values) {
    if (!isObject(value)) continue;
    const plain = Object.fromEntries(
      Object.entries(value).filter(([, each]) => !Array.isArray(each)),
    );
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(each) || !each.some(isObject) || isAnswers(each)) continue;
      const name = [...path, key].join(SEPARATOR);
      const list = inner.get(name) ?? { name, sample: each.find(isObject), rows: [] };
      inner.set(name, list);
      for (const item of each)
        list.rows.push({ line: list.rows.length + 1, value: merged(plain, item) });
    }
  }
  return [...inner.values()];
}

function listOf(path: string[], values: unknown[], around: Fields): FoundList {
  const rows = values.map((value, at) => ({ line: at + 1, value: merged(around, value) }));
  return { name: path.join(SEPARATOR), sample: values.find(isObject), rows };
}

function merged(around: Fields, value: unknown): unknown {
  return isObject(value) ? { ...around, ...value } : value;
}

function isAddress(key: string): boolean {
  return /^(?:\/|https?:\/\/)/.test(key);
}

function withPage(page: string, values: unknown): unknown[] {
  const list = Array.isArray(values) ? values : [];
  return list.map((value) => (isObject(value) && !("page" in value) ? { page, ...value } : value));
}

/** Reads `{columns: […], results: [[…]]}` and `{date: […], page: […]}` as rows; null for other objects. */
function columnar(value: Fields): unknown[] | null {
  const header = value.columns ?? value.meta;
  const names = Array.isArray(header) ? header.map(nameOf) : [];
  const body = [value.results, value.rows, value.data, value.values].find(
    (each) => Array.isArray(each) && each.length > 0 && each.every(Array.isArray),
  );
  if (names.length > 0 && Array.isArray(body)) return withHeader([names, ...body]);
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const [first] = lists;
  const areColumns =
    lists.length > 1 &&
    lists.length === Object.keys(value).length &&
    lists.every(
      ([, each]) => each.length === first?.[1].length && !each.some((item) => isObject(item)),
    );
  if (!first || !areColumns || first[1].length === 0) return null;
  return first[1].map((_, at) => Object.fromEntries(lists.map(([name, each]) => [name, each[at]])));
}

function nameOf(column: unknown): string {
  return isObject(column) ? textOf(column.name ?? column.title ?? column.key) : textOf(column);
}

function withHeader([header, ...rows]: unknown[]): unknown[] {
  const names = uniqueColumns(Array.isArray(header) ? header.map(textOf) : []);
  return rows.map((row) =>
    Array.isArray(row) ? Object.fromEntries(names.map((name, at) => [name, row[at]])) : row,
  );
}

/** Returns the list whose own items have the most fields of feedback or of views; null if that isn't certain. */
function certainOf(lists: readonly FoundList[]): FoundList | null {
  if (lists.length === 1) return lists[0] ?? null;
  const [best, next] = lists
    .map((list) => ({ list, fields: recognizedIn(list.sample) }))
    .sort((a, b) => b.fields - a.fields);
  return best && best.fields > 1 && best.fields > (next?.fields ?? 0) ? best.list : null;
}

function recognizedIn(sample: unknown): number {
  if (!isObject(sample)) return 0;
  // A list inside says nothing about the rows around it.
  const own = Object.entries(sample).filter(
    ([, value]) => !(Array.isArray(value) && value.some(isObject)),
  );
  return recognizedFields([...flat(Object.fromEntries(own)).keys()]);
}

async function tableOf({ rows }: FoundList, slices: Slices): Promise<Table> {
  const columns = new Set<string>();
  const read: { line: number; fields: Map<string, string> | null; problem: string | null }[] = [];
  for (const { line, value } of rows) {
    const fields = isObject(value) ? flat(value) : null;
    for (const name of fields?.keys() ?? []) columns.add(name);
    const problem = value instanceof BrokenLine ? "isn't valid JSON" : "isn't an object";
    read.push({ line, fields, problem: fields ? null : problem });
    await slices.pause();
  }
  const keys = [...columns];
  const names = uniqueColumns(keys);
  const toRow = ({ line, fields, problem }: (typeof read)[number]): TableRow => ({
    line,
    cells: keys.map((name) => fields?.get(name) ?? ""),
    problem,
  });
  return { columns: names, rows: read.map(toRow) };
}

/** Returns an object's fields as text, those of objects inside it included. */
function flat(item: Fields, prefix = "", depth = 0): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(item)) {
    const plain = unwrapped(value);
    const inside = isObject(plain) ? plain : isAnswers(plain) ? answersOf(plain) : null;
    if (inside && depth < MAX_DEPTH) {
      for (const [inner, text] of flat(inside, `${prefix}${name}.`, depth + 1))
        fields.set(inner, text);
    } else fields.set(prefix + name, textOf(plain));
  }
  return fields;
}

/** The types that databases wrap values in: MongoDB's extended JSON, DynamoDB, and Firestore. */
const WRAPPER =
  /^(?:\$(?:oid|date|uuid|number(?:Long|Int|Double|Decimal))|S|N|BOOL|NULL|M|L|SS|NS|(?:string|integer|double|boolean|timestamp|null|reference|map|array)Value)$/;

/** Unwraps `{"$date": {"$numberLong": "…"}}`, `{"S": "…"}`, `{"stringValue": "…"}`, and `{"_seconds": 1, "_nanoseconds": 0}`. */
function unwrapped(value: unknown): unknown {
  let plain = value;
  for (let depth = 0; depth < 3 && isObject(plain); depth += 1) {
    const seconds = secondsIn(plain);
    if (seconds !== undefined) return seconds;
    const [[key, inner] = ["", null], ...others] = Object.entries(plain);
    if (others.length > 0 || !WRAPPER.test(key)) break;
    if (key === "NULL" || key === "nullValue") return null;
    plain = isObject(inner) && key === "mapValue" ? inner.fields : inner;
  }
  return plain;
}

/** Whether a list holds the answers of one response: each element names a question and says its value. */
function isAnswers(value: unknown): value is Fields[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isObject(each) && questionOf(each) !== null)
  );
}

function questionOf(answer: Fields): string | null {
  const { field, question, key, name, title, label } = answer;
  const inField = isObject(field) ? (field.title ?? field.ref ?? field.id) : field;
  const found = [inField, question, key, name, title, label].find(
    (each) => typeof each === "string",
  );
  return typeof found === "string" && answerOf(answer) !== undefined ? found : null;
}

/** Returns what an answer says, as Typeform writes it (`{type: "choice", choice: {label}}`), or in `value` or `answer`. */
function answerOf(answer: Fields): unknown {
  const typed = typeof answer.type === "string" ? answer[answer.type] : undefined;
  const given = typed ?? answer.value ?? answer.answer ?? answer.response;
  return isObject(given) ? (given.label ?? given.labels ?? given.other) : given;
}

function answersOf(answers: readonly Fields[]): Fields {
  return Object.fromEntries(answers.map((answer) => [questionOf(answer) ?? "", answerOf(answer)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return value.join(", ");
  return (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
}

/** Names that at least half of the rows have, and more than one. */
function sharedNames(rows: readonly Fields[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const name of Object.keys(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, count]) =>
    count > 1 && count >= rows.length / 2 ? [name] : [],
  );
}

/** Returns the seconds of an instant, as Firestore writes it; undefined for everything else. */
function secondsIn(value: Fields): unknown {
  const isInstant = "_nanoseconds" in value || "nanoseconds" in value;
  return isInstant ? (value._seconds ?? value.seconds) : undefined;
}
