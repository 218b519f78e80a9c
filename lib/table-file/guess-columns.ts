import { SOURCES } from "../contract/platform/vocabulary.ts";
import {
  columnNamed,
  columnsNamed,
  FIELD_NAMES,
  FIELDS,
  type Field,
  questionColumns,
} from "./field-names.ts";
import { wordVote } from "./rating-words.ts";
import type { Recipe } from "./recipes.ts";
import { cellReader, type Table } from "./table.ts";

/** Which columns of a file are what. */
export interface ColumnChoices {
  /** The name of a field's column; null without one. */
  columns: Record<Field, string | null>;
  /** Further columns with readers' words. They follow the comment, each in its own paragraph. */
  moreComments: string[];
}

/** Rows whose values are looked at. */
const SAMPLE_ROWS = 200;

/** Guesses by the tool, the columns' names, and, for what is still missing, by values that are only votes. */
export function guessColumns(table: Table, recipe: Recipe | null): ColumnChoices {
  const columns: Record<Field, string | null> = {
    ...{ comment: null, page: null, rating: null, date: null, source: null, email: null, id: null },
  };
  const free = () => table.columns.filter((name) => !Object.values(columns).includes(name));
  for (const field of FIELD_NAMES) {
    const names = recipe?.fields?.[field] ?? FIELDS[field].names;
    columns[field] = columnNamed(free(), names);
  }
  if (!hasKnownSources(table, columns.source)) columns.source = null;
  for (const field of ["page", "rating", "email"] as const) {
    if (recipe?.fields?.[field]?.length === 0) continue;
    columns[field] ??= questionColumns(free(), field)[0] ?? null;
  }
  const answerable = recipe?.answers
    ? withoutRepeated(table, columnsNamed(free(), recipe.answers))
    : free();
  if (recipe?.answers || recipe?.fields?.rating?.length !== 0) {
    columns.rating ??= answerable.find((name) => hasOnlyVotes(table, name)) ?? null;
  }
  const isFree = (name: string) => name !== columns.rating;
  const [answer, ...answers] = recipe?.answers
    ? answerable.filter(isFree)
    : questionColumns(free(), "comment");
  const moreComments = columns.comment === null ? answers : sameName(free(), columns.comment);
  columns.comment ??= answer ?? null;
  return { columns, moreComments };
}

/** Leaves out columns that say the same as one before: PostHog writes the first answer twice. */
function withoutRepeated(table: Table, names: readonly string[]): string[] {
  const rows = table.rows.slice(0, SAMPLE_ROWS);
  const seen = new Set<string>();
  return names.filter((name) => {
    const texts = JSON.stringify(rows.map(cellReader(table, name)));
    return !seen.has(texts) && seen.add(texts);
  });
}

/** `Comment (2)` is another `Comment`, so neither is lost. */
function sameName(names: readonly string[], name: string): string[] {
  return names.filter(
    (each) => each.startsWith(`${name} (`) && /^\d+\)$/.test(each.slice(name.length + 2)),
  );
}

function hasKnownSources(table: Table, column: string | null): boolean {
  const read = cellReader(table, column);
  return table.rows.every((row) => {
    const text = read(row);
    return text === "" || (SOURCES as readonly string[]).includes(text);
  });
}

function hasOnlyVotes(table: Table, column: string): boolean {
  const read = cellReader(table, column);
  const texts = table.rows.slice(0, SAMPLE_ROWS).map(read);
  const given = texts.filter((text) => text !== "");
  return new Set(given).size > 1 && given.every((text) => wordVote(text) !== null);
}
