import type { ImportItem } from "../contract/api/import.ts";
import { unescapeFormulas } from "../text/formulas.ts";
import { allOf, oneOf } from "./column-list.ts";
import { type DateFacts, type DateOrder, type DateZone, dateFacts, readDate } from "./dates.ts";
import { FIELD_NAMES, FIELDS, type Field } from "./field-names.ts";
import { type ColumnChoices, guessColumns } from "./guess-columns.ts";
import { itemProblem } from "./item-problem.ts";
import { isHtml, plainText } from "./plain-text.ts";
import type { Vote } from "./rating-words.ts";
import { type RatingChoices, type RatingFacts, ratingFacts, voteReader } from "./ratings.ts";
import type { Recipe } from "./recipes.ts";
import { createSlices, type Slices } from "./slices.ts";
import { cellReader, columnNamedExactly, type Table, type TableRow } from "./table.ts";

/** Choices about a file's rows, by a person or guessed and shown. */
export interface ImportChoices extends ColumnChoices {
  rating: RatingChoices;
  /** The vote of rows without one. Feedback of readers must have a vote, so null has to be chosen. */
  unrated: "skipped" | "helpful" | "not helpful" | null;
  dateOrder: DateOrder | null;
  zone: DateZone;
  /** Whether comments that were written as HTML become text. */
  readsHtml: boolean;
}

/** A row as an item to import, or why it isn't one. */
export type MappedRow = { row: TableRow } & ({ item: ImportItem } | { problem: string });

/** The result of reading a file. The preview shows it, and the import sends it. */
export interface ImportPlan {
  rows: MappedRow[];
  items: ImportItem[];
  /** Null without a rating column. */
  ratings: RatingFacts | null;
  /** The items' votes, and the number of rows without one. */
  votes: Record<Vote, number>;
  dates: DateFacts | null;
  /** Comments that were written as HTML. */
  html: number;
  /** Contacts that aren't addresses of readers, such as "anonymous". They aren't stored. */
  contacts: number;
  /** Rows that a row below with the same ID replaces. */
  repeated: number;
  /** Questions that someone has to answer first. */
  questions: string[];
}

/** Returns Errata's guess for a file. */
export function initialChoices(table: Table, recipe: Recipe | null): ImportChoices {
  return {
    ...guessColumns(table, recipe),
    rating: { thresholds: null, votes: {}, others: null },
    unrated: null,
    dateOrder: null,
    zone: table.zone ?? "utc",
    readsHtml: true,
  };
}

const VOTELESS_SOURCES = new Set(["agent", "thumbs_only", "code_snippet"]);

/**
 * Maps every row of a file. Rows with the same content all count: `copy` tells them apart, so that importing the
 * file again changes nothing. A field without a column isn't sent, so that its stored value stays.
 */
export async function planImport(
  table: Table,
  choices: ImportChoices,
  recipe: Recipe | null,
  slices: Slices = createSlices(),
): Promise<ImportPlan> {
  const facts = await factsOf(table, choices, slices);
  const mapRow = rowMapper(table, choices, facts, recipe);
  const copies = new Map<string, number>();
  const plan: ImportPlan = {
    rows: [],
    items: [],
    questions: [],
    html: 0,
    contacts: 0,
    repeated: 0,
    ratings: facts.ratings,
    dates: facts.dates,
    votes: { helpful: 0, "not helpful": 0, none: 0 },
  };
  let open = { votes: 0, unrated: 0 };
  for (const row of table.rows) {
    const mapped = mapRow(row);
    const counts = mapped.vote === "none" || "value" in mapped;
    if (mapped.vote && counts) plan.votes[mapped.vote] += 1;
    if (mapped.isHtml) plan.html += 1;
    if (mapped.hasNoAddress) plan.contacts += 1;
    open = {
      votes: open.votes + (mapped.isOpen === "vote" ? 1 : 0),
      unrated: open.unrated + (mapped.isOpen === "unrated" ? 1 : 0),
    };
    if ("problem" in mapped) plan.rows.push({ row, problem: mapped.problem });
    else {
      const text = JSON.stringify(mapped.value);
      const copy = copies.get(text) ?? 0;
      copies.set(text, copy + 1);
      const item = { line: row.line, copy, value: mapped.value };
      plan.rows.push({ row, item });
      plan.items.push(item);
    }
    await slices.pause();
  }
  plan.repeated = repeatedIn(plan.items);
  plan.questions = questionsOf(choices, facts, open);
  return plan;
}

function repeatedIn(items: readonly ImportItem[]): number {
  const last = new Map(items.map(({ value }) => [value.id, value]));
  const isReplaced = ({ value }: ImportItem) => {
    const other = last.get(value.id);
    return (
      value.id !== undefined && other !== value && JSON.stringify(other) !== JSON.stringify(value)
    );
  };
  return items.filter(isReplaced).length;
}

interface Facts {
  ratings: RatingFacts | null;
  dates: DateFacts | null;
}

async function factsOf(table: Table, { columns }: ImportChoices, slices: Slices): Promise<Facts> {
  const textsOf = (column: string) => {
    const read = cellReader(table, column);
    return table.rows.values().map(read);
  };
  const { rating, date } = columns;
  return {
    ratings: rating === null ? null : await ratingFacts(textsOf(rating), rating, slices),
    dates: date === null ? null : await dateFacts(textsOf(date), slices),
  };
}

type Mapped = {
  vote?: Vote;
  isHtml?: boolean;
  hasNoAddress?: boolean;
  isOpen?: "vote" | "unrated";
} & ({ value: ImportItem["value"] } | { problem: string });

function rowMapper(table: Table, choices: ImportChoices, facts: Facts, recipe: Recipe | null) {
  const { columns } = choices;
  const isOwn = recipe?.isOwnExport ?? false;
  const reader = (column: string | null) => (isOwn ? exactReader : cellReader)(table, column);
  const readers = FIELD_NAMES.map((field) => [field, reader(columns[field])]);
  const cells: Record<Field, (row: TableRow) => string> = Object.fromEntries(readers);
  const more = choices.moreComments.map(reader);
  const vote = facts.ratings && voteReader(facts.ratings, choices.rating);
  const extras = codeReader(table, reader);
  const reading = { order: choices.dateOrder ?? facts.dates?.order ?? null, zone: choices.zone };
  const readDated = (row: TableRow): { createdAt?: string | null } | { problem: string } => {
    const text = cells.date(row);
    const createdAt = text === "" ? null : readDate(text, reading);
    if (text !== "" && createdAt === null && !isOrderOpen(facts.dates, choices.dateOrder)) {
      return { problem: `has a date that can't be read: “${text.slice(0, 40)}”` };
    }
    return columns.date === null ? {} : { createdAt };
  };
  const readWords = (row: TableRow) => {
    const words = [cells.comment, ...more].map((read) => read(row)).filter((text) => text !== "");
    const wasHtml = !isOwn && words.some(isHtml);
    const texts = wasHtml && choices.readsHtml ? words.map(withoutHtml) : words;
    return { wasHtml, ...(columns.comment !== null && { comment: texts.join("\n\n") || null }) };
  };
  const readContact = (row: TableRow) => {
    const given = cells.email(row);
    const contact = isOwn || isContact(given) ? given : "";
    const hasNoAddress = contact !== given;
    return { hasNoAddress, ...(columns.email !== null && { contact: contact || null }) };
  };
  // Without a page column, the question about it says enough.
  const hasPage = ({ path }: ImportItem["value"]) => columns.page === null || path !== "";
  return (row: TableRow): Mapped => {
    if (row.problem !== null) return { problem: row.problem };
    const dated = readDated(row);
    if ("problem" in dated) return dated;
    const source = cells.source(row);
    const hasVote = !VOTELESS_SOURCES.has(source);
    const rated: Rated = hasVote ? ratingOf(cells.rating(row), vote, choices.unrated) : {};
    if (rated.problem !== undefined) return { ...rated, problem: rated.problem };
    const { helpful, problem: _, ...aboutVote } = rated;
    const { wasHtml, ...words } = readWords(row);
    const { hasNoAddress, ...contact } = readContact(row);
    const id = cells.id(row);
    const value = {
      ...(id === "" ? {} : { id }),
      path: cells.page(row),
      ...words,
      ...(helpful === undefined ? {} : { helpful }),
      ...dated,
      source: source || "contextual",
      ...contact,
      ...extras(row),
    };
    const problem = hasPage(value) ? itemProblem(value) : "has no page";
    const about = { ...aboutVote, isHtml: wasHtml, hasNoAddress };
    return problem === null ? { value, ...about } : { problem, ...about };
  };
}

function withoutHtml(text: string): string {
  return isHtml(text) ? plainText(text) : text;
}

/** Whether someone could be answered there: an address, also a masked one, or a telephone number. */
function isContact(text: string): boolean {
  return /^[^@]*[^@\s]@[^@\s]/.test(text) || /^\+?[\d() /.-]{7,}$/.test(text);
}

interface Rated {
  vote?: Vote;
  isOpen?: "vote" | "unrated";
  helpful?: boolean;
  problem?: string;
}

function ratingOf(
  text: string,
  voteFor: ((text: string) => Vote | null) | null,
  unrated: ImportChoices["unrated"],
): Rated {
  const vote = voteFor ? voteFor(text) : "none";
  if (vote === null) return { isOpen: "vote" };
  if (vote !== "none") return { vote, helpful: vote === "helpful" };
  if (unrated === null) return { vote, isOpen: "unrated" };
  if (unrated === "skipped") return { vote, problem: "has no vote, so it isn't imported" };
  return { vote, helpful: unrated === "helpful" };
}

/** Reads the cells of Errata's own export, so that importing it again changes nothing. */
function exactReader(table: Table, column: string | null) {
  const at = column === null ? -1 : table.columns.indexOf(column);
  return ({ cells }: TableRow) => unescapeFormulas(cells[at] ?? "");
}

/** The fields of reported code, which the exports of Errata and Mintlify have. */
function codeReader(table: Table, reader: (column: string | null) => (row: TableRow) => string) {
  const readers = ["code", "filename", "lang"].map((name) => {
    const column = columnNamedExactly(table, name);
    return { name, read: column === null ? null : reader(column) };
  });
  const source = cellReader(table, columnNamedExactly(table, "source"));
  return (row: TableRow): { code?: string; filename?: string | null; lang?: string | null } => {
    if (source(row) !== "code_snippet") return {};
    const fields = readers.flatMap(({ name, read }) => {
      if (!read) return [];
      const text = read(row);
      return [[name, text === "" && name !== "code" ? null : text] as const];
    });
    return Object.fromEntries(fields);
  };
}

function questionsOf(
  { columns, open: openFields, unrated, dateOrder }: ImportChoices,
  { dates, ratings }: Facts,
  open: { votes: number; unrated: number },
): string[] {
  const questions: string[] = [];
  for (const field of FIELD_NAMES) {
    const names = openFields[field];
    if (names) questions.push(whichColumn(field, names));
  }
  if (columns.page === null && !openFields.page) questions.push("Choose the column with the page.");
  if (isOrderOpen(dates, dateOrder)) questions.push("Choose the order of day and month.");
  if (open.votes > 0) questions.push("Choose what each rating counts as.");
  if (open.unrated > 0 && unrated === null && !openFields.rating) {
    questions.push(
      ratings === null
        ? "Choose the rating column, or what to do with rows without a vote."
        : "Choose what to do with rows without a vote.",
    );
  }
  return questions;
}

function isOrderOpen(dates: Facts["dates"], chosen: ImportChoices["dateOrder"]): boolean {
  return chosen === null && dates !== null && dates.open.length > 0;
}

function whichColumn(field: Field, names: readonly string[]): string {
  if (field === "comment") {
    return `Choose whether ${allOf(names)} ${names.length === 1 ? "belongs" : "belong"} to the comment.`;
  }
  return `Choose the column with the ${FIELDS[field].label.toLowerCase()}: ${oneOf(names)}.`;
}
