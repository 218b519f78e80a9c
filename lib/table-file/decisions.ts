import { counted } from "../text/counted.ts";
import { allOf, quoted } from "./column-list.ts";
import { valuesIn } from "./column-values.ts";
import { zoneName } from "./dates.ts";
import { ENCODINGS } from "./decode.ts";
import { columnsOfNames } from "./field-names.ts";
import type { ImportChoices, ImportPlan } from "./plan-import.ts";
import type { TableFile } from "./read-table.ts";
import type { Recipe } from "./recipes.ts";
import { skippedSentences } from "./table-ends.ts";

const ORDERS = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
} as const;

/** Says in sentences how a file was read and what was left out, for the result and the list of imports. */
export function decisionsOf(
  file: TableFile,
  recipe: Recipe | null,
  plan: ImportPlan,
  choices: ImportChoices,
): string[] {
  const { dates, html } = plan;
  const order = choices.dateOrder ?? dates?.order;
  const sentences = [
    recipe && `Read as an export of ${recipe.name}.`,
    file.encoding !== "utf-8" && `Read as ${ENCODINGS[file.encoding]}.`,
    ...columnSentences(choices),
    ...exclusions(file, recipe, plan, choices),
    ...ratingSentences(plan, choices),
    order && `Dates are read as ${ORDERS[order]}.`,
    (dates?.local ?? 0) > 0 && `Times without a zone are in ${zoneName(choices.zone)}.`,
    html > 0 && htmlSentence(html, choices),
  ];
  return sentences.filter((sentence) => typeof sentence === "string");
}

function ratingSentences({ votes, ratings }: ImportPlan, { columns, unrated }: ImportChoices) {
  const scale = ratings?.scale ? ` from ${ratings.scale}` : "";
  return [
    ratings && `Ratings in ${quoted(columns.rating ?? "")}${scale}: ${votesIn(votes)}.`,
    votes.none > 0 &&
      unrated &&
      `${counted(votes.none, "row")} without a vote: ${UNRATED[unrated]}.`,
  ];
}

function htmlSentence(count: number, { readsHtml }: ImportChoices): string {
  const comments = counted(count, "comment");
  return `HTML in ${comments} ${readsHtml ? "became text" : "was kept"}.`;
}

function columnSentences({ columns, moreComments }: ImportChoices): (string | null)[] {
  const { page, date, comment } = columns;
  const comments = comment === null ? moreComments : [comment, ...moreComments];
  return [
    page && `Pages are in ${quoted(page)}.`,
    date && `Dates are in ${quoted(date)}.`,
    comments.length > 0 ? `Comments are in ${allOf(comments)}.` : null,
  ];
}

/** Says in sentences what isn't imported although the file has it. Rows with a problem are named elsewhere. */
export function exclusions(
  { table, csv }: TableFile,
  recipe: Recipe | null,
  { contacts, repeated }: ImportPlan,
  { columns, moreComments, open }: ImportChoices,
): string[] {
  const used = [...Object.values(columns), ...moreComments, ...Object.values(open).flat()];
  // What a tool's files are recognized by is its own, or inside another column.
  const own = columnsOfNames(table.columns, recipe?.needs ?? []);
  const unused = recipe?.isOwnExport
    ? []
    : table.columns.filter(
        (name) => !used.includes(name) && !own.includes(name) && valuesIn(table, name).length > 0,
      );
  const sentences = [
    ...skippedSentences(csv?.skipped ?? []),
    unused.length === 1 && `The column ${allOf(unused)} isn't imported.`,
    unused.length > 1 && `The columns ${allOf(unused)} aren't imported.`,
    repeated === 1 && "1 row has the ID of a row below, which replaces it.",
    repeated > 1 &&
      `${repeated.toLocaleString("en")} rows have the ID of a row below, which replaces them.`,
    contacts === 1 && "1 contact isn't an email address, so it isn't imported.",
    contacts > 1 &&
      `${contacts.toLocaleString("en")} contacts aren't email addresses, so they aren't imported.`,
  ];
  return sentences.filter((sentence) => typeof sentence === "string");
}

const UNRATED = {
  skipped: "not imported",
  helpful: "counted as helpful",
  "not helpful": "counted as not helpful",
} as const;

/** `12 helpful, 30 not helpful`, as the rating column says. */
function votesIn(votes: ImportPlan["votes"]): string {
  const number = (count: number) => count.toLocaleString("en");
  return `${number(votes.helpful)} helpful, ${number(votes["not helpful"])} not helpful`;
}
