import { SOURCES } from "../contract/platform/vocabulary.ts";
import { areMostlyRated, areRatings, areVotes, valuesIn } from "./column-values.ts";
import { type CommentColumns, commentColumns } from "./comment-columns.ts";
import { dateColumn } from "./date-column.ts";
import {
  columnNamed,
  columnsNamed,
  columnsOfNames,
  FIELD_NAMES,
  FIELDS,
  type Field,
  questionColumns,
} from "./field-names.ts";
import { pageColumn } from "./page-column.ts";
import type { Recipe } from "./recipes.ts";
import { cellReader, type Table } from "./table.ts";

/** The column of each field. */
export interface ColumnChoices {
  /** The name of a field's column; null without one. */
  columns: Record<Field, string | null>;
  /** Further columns with readers' words. They follow the comment, each in its own paragraph. */
  moreComments: string[];
  /**
   * The columns that can be a field where it isn't certain which one is, and those that may belong to the comment.
   * Someone has to choose.
   */
  open: Partial<Record<Field, string[]>>;
}

/** Guesses by the tool, the columns' names, and their values. What isn't certain stays open. */
export function guessColumns(table: Table, recipe: Recipe | null): ColumnChoices {
  const columns = namedColumns(table, recipe);
  const open: ColumnChoices["open"] = {};
  const free = () => table.columns.filter((name) => !Object.values(columns).includes(name));
  const settle = (field: Field, column: string | null, candidates: string[]) => {
    columns[field] = column;
    if (candidates.length > 0) open[field] = candidates;
  };
  if (!recipe?.fields?.page) {
    columns.page = null;
    const { page, open: candidates } = likelyPage(table, free(), columns.id);
    settle("page", page, candidates);
  }
  const [askedEmail = null] = questionColumns(free(), "email");
  if (!recipe?.fields?.email) columns.email ??= askedEmail;
  const answers = recipe?.answers
    ? withoutRepeated(table, columnsNamed(free(), recipe.answers))
    : null;
  if (answers || !recipe?.fields?.rating) {
    columns.rating = null;
    const found = ratingColumns(table, free(), answers);
    if (found.length > 1) open.rating = found;
    else [columns.rating = null] = found;
    // Without a rating, a Feedback column of votes can be it.
    if (!recipe && found.length === 0 && isOfVotes(table, columns.comment)) columns.comment = null;
  }
  if (recipe?.fields?.date?.length !== 0) {
    columns.date = null;
    const names = columnsOfNames(free(), namesOf("date", recipe));
    const { date, open: candidates } = dateColumn(table, names, free());
    settle("date", date, candidates);
  }
  const isOpen = (name: string) => Object.values(open).some((names) => names.includes(name));
  const comments = readersWords(
    table,
    recipe,
    columns.comment,
    answers,
    free().filter((name) => !isOpen(name)),
  );
  settle("comment", comments.comment, comments.open);
  return { columns, moreComments: comments.more, open };
}

function likelyPage(table: Table, free: readonly string[], id: string | null) {
  const names = columnsOfNames(free, FIELDS.page.names);
  const likely = [...new Set([...names, ...questionColumns(free, "page")])];
  const others = free.filter((name) => !likely.includes(name));
  return pageColumn(table, likely, others, id);
}

function isOfVotes(table: Table, column: string | null): boolean {
  return column !== null && areVotes(valuesIn(table, column));
}

function namesOf(field: Field, recipe: Recipe | null): readonly string[] {
  return recipe?.fields?.[field] ?? FIELDS[field].names;
}

/** The columns with the fields' names. */
function namedColumns(table: Table, recipe: Recipe | null): ColumnChoices["columns"] {
  const columns: ColumnChoices["columns"] = {
    comment: null,
    page: null,
    rating: null,
    date: null,
    source: null,
    email: null,
    id: null,
  };
  for (const field of FIELD_NAMES) {
    const taken = Object.values(columns);
    const free = table.columns.filter((name) => !taken.includes(name));
    columns[field] = columnNamed(free, namesOf(field, recipe));
  }
  if (!hasKnownSources(table, columns.source)) columns.source = null;
  return columns;
}

/** A tool whose columns are known leaves no question about the comment. */
function readersWords(
  table: Table,
  recipe: Recipe | null,
  named: string | null,
  answers: readonly string[] | null,
  free: readonly string[],
): CommentColumns {
  if (answers) {
    const [comment = null, ...more] = answers.filter((name) => free.includes(name));
    return { comment, more, open: [] };
  }
  if (recipe?.fields?.comment || recipe?.isOwnExport) return { comment: named, more: [], open: [] };
  return commentColumns(table, named, free);
}

/**
 * Returns the columns that can be the rating: those with a question about the page before those with a name such as
 * Score. Leaves out columns of votes whose subject isn't known.
 */
function ratingColumns(
  table: Table,
  names: readonly string[],
  answers: readonly string[] | null,
): string[] {
  if (answers) return answers.filter((name) => isOfVotes(table, name));
  const ofComments = new Set(questionColumns(names, "comment"));
  const asked = questionColumns(names, "rating");
  const named = columnsOfNames(names, FIELDS.rating.names);
  const canBe = (name: string) => {
    const values = valuesIn(table, name);
    return ofComments.has(name) ? areMostlyRated(values) : areRatings(values);
  };
  const filled = [asked, named].map((columns) => columns.filter(canBe));
  const best = filled.find((columns) => columns.length > 0);
  if (best) return withoutRepeated(table, best);
  return [...asked, ...named].filter((name) => valuesIn(table, name).length === 0).slice(0, 1);
}

/** Leaves out columns that say the same as one before. */
function withoutRepeated(table: Table, names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const texts = JSON.stringify(table.rows.map(cellReader(table, name)));
    return !seen.has(texts) && seen.add(texts);
  });
}

function hasKnownSources(table: Table, column: string | null): boolean {
  const read = cellReader(table, column);
  return table.rows.every((row) => {
    const text = read(row);
    return text === "" || SOURCES.some((source) => source === text);
  });
}
