import { SOURCES } from "../contract/platform/vocabulary.ts";
import { areMostlyRated, areRatings, areVotes, valuesIn } from "./column-values.ts";
import {
  columnNamed,
  columnsNamed,
  columnsOfNames,
  FIELD_NAMES,
  FIELDS,
  type Field,
  questionColumns,
} from "./field-names.ts";
import type { Recipe } from "./recipes.ts";
import { cellReader, type Table } from "./table.ts";

/** Which columns of a file are what. */
export interface ColumnChoices {
  /** The name of a field's column; null without one. */
  columns: Record<Field, string | null>;
  /** Further columns with readers' words. They follow the comment, each in its own paragraph. */
  moreComments: string[];
  /** The columns that can be a field where it isn't certain which one is. Someone has to choose. */
  open: Partial<Record<Field, string[]>>;
}

/** Guesses by the tool, the columns' names, and their values. What isn't certain stays open. */
export function guessColumns(table: Table, recipe: Recipe | null): ColumnChoices {
  const columns: Record<Field, string | null> = {
    ...{ comment: null, page: null, rating: null, date: null, source: null, email: null, id: null },
  };
  const open: ColumnChoices["open"] = {};
  const free = () => table.columns.filter((name) => !Object.values(columns).includes(name));
  for (const field of FIELD_NAMES) {
    const names = recipe?.fields?.[field] ?? FIELDS[field].names;
    columns[field] = columnNamed(free(), names);
  }
  if (!hasKnownSources(table, columns.source)) columns.source = null;
  for (const field of ["page", "email"] as const) {
    if (recipe?.fields?.[field]?.length === 0) continue;
    columns[field] ??= questionColumns(free(), field)[0] ?? null;
  }
  const answerable = recipe?.answers
    ? withoutRepeated(table, columnsNamed(free(), recipe.answers))
    : free();
  if (!recipe?.fields?.rating || recipe.answers) {
    columns.rating = null;
    const found = recipe?.answers
      ? answerable.filter((name) => areVotes(valuesIn(table, name)))
      : ratingColumns(table, free());
    const different = withoutRepeated(table, found);
    if (different.length > 1) open.rating = different;
    else columns.rating = different[0] ?? null;
  }
  const isFree = (name: string) => name !== columns.rating && !open.rating?.includes(name);
  const [answer, ...answers] = (
    recipe?.answers ? answerable : questionColumns(free(), "comment")
  ).filter(isFree);
  const moreComments = columns.comment === null ? answers : sameName(free(), columns.comment);
  columns.comment ??= answer ?? null;
  return { columns, moreComments, open };
}

/**
 * Returns the columns that can be the rating: those with a question about the page before those with a name such as
 * Score. A column that only has votes is none of them, because nobody knows what the votes are about.
 */
function ratingColumns(table: Table, names: readonly string[]): string[] {
  const ofComments = new Set(questionColumns(names, "comment"));
  const asked = questionColumns(names, "rating");
  const named = columnsOfNames(names, FIELDS.rating.names);
  const canBe = (name: string) => {
    const values = valuesIn(table, name);
    return ofComments.has(name) ? areMostlyRated(values) : areRatings(values);
  };
  const filled = [asked, named].map((columns) => columns.filter(canBe));
  const best = filled.find((columns) => columns.length > 0);
  if (best) return best;
  return [...asked, ...named].filter((name) => valuesIn(table, name).length === 0).slice(0, 1);
}

/** Leaves out columns that say the same as one before: PostHog writes the first answer twice. */
function withoutRepeated(table: Table, names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const texts = JSON.stringify(table.rows.map(cellReader(table, name)));
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
