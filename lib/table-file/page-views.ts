import { PAGE_VIEWS } from "../contract/api/limits.ts";
import type { PageViews } from "../contract/api/page-views.ts";
import { isPageAddress } from "./column-values.ts";
import { type CountFacts, countFacts, type GroupingSign, readCount } from "./counts.ts";
import { columnNamed, columnsOfNames, FIELDS, VIEW_NAMES, VIEW_PAGE_NAMES } from "./field-names.ts";
import { pageColumn } from "./page-column.ts";
import type { RejectedRow } from "./rejected-csv.ts";
import { createSlices, type Slices } from "./slices.ts";
import { cellReader, normalized, type Table } from "./table.ts";

/** A tool whose files of page views are recognized by their columns. */
interface ViewsRecipe {
  name: string;
  page: string;
  /** Null where its files have visitors alone. */
  views: string | null;
  /** Further columns that its files have. */
  needs: readonly string[];
}

/** From the most particular to the most general. */
const RECIPES: readonly ViewsRecipe[] = [
  { name: "Google Analytics", page: "pagepathandscreenclass", views: "views", needs: [] },
  { name: "Google Analytics", page: "pagepathquerystring", views: "views", needs: [] },
  { name: "Google Analytics", page: "pagetitleandscreenclass", views: "views", needs: [] },
  { name: "Umami", page: "name", views: "pageviews", needs: ["visitors", "visits", "totaltime"] },
  { name: "Plausible", page: "name", views: "pageviews", needs: ["visitors"] },
  { name: "Plausible", page: "page", views: "pageviews", needs: ["date", "visitors", "visits"] },
  { name: "Matomo", page: "label", views: "nbhits", needs: [] },
  { name: "Matomo", page: "label", views: "pageviews", needs: ["uniquepageviews"] },
  { name: "Matomo", page: "pageurl", views: "pageviews", needs: ["uniquepageviews"] },
  { name: "Fathom", page: "pathname", views: "pageviews", needs: [] },
  { name: "Fathom", page: "page", views: "views", needs: ["uniques"] },
  { name: "Vercel", page: "page", views: "total", needs: ["visitors"] },
  { name: "Vercel", page: "path", views: "total", needs: ["visitors"] },
  { name: "Umami", page: "x", views: null, needs: ["y"] },
  { name: "Umami", page: "name", views: "views", needs: ["visitors"] },
  { name: "Cloudflare", page: "requestpath", views: "pageviews", needs: [] },
  { name: "Cloudflare", page: "requestpath", views: "count", needs: [] },
  { name: "Cloudflare", page: "path", views: "pageviews", needs: ["visits"] },
];

/** Choices about a file of page views, by a person or guessed and shown. */
export interface ViewsChoices {
  page: string | null;
  views: string | null;
  /** Null has to be chosen where the numbers can be read both ways. */
  mark: GroupingSign | null;
}

/** Returns the tool that the columns belong to, or null, and the columns with the pages and the views. */
export function guessViews(table: Table): ViewsChoices & { tool: string | null } {
  const { page: named, ...guess } = guessByNames(table);
  const likely = columnsOfNames(table.columns, [...FIELDS.page.names, ...VIEW_PAGE_NAMES]);
  const others = table.columns.filter((name) => name !== guess.views && !likely.includes(name));
  const { page } = pageColumn(table, named === null ? likely : [named, ...likely], others, null);
  return { ...guess, page };
}

function guessByNames({ columns }: Table): ViewsChoices & { tool: string | null } {
  const names = columns.map(normalized);
  const recipe = RECIPES.find(({ page, views, needs }) =>
    [page, ...(views === null ? [] : [views]), ...needs].every((name) => names.includes(name)),
  );
  if (recipe) {
    const column = (name: string | null) => columns[names.indexOf(name ?? "")] ?? null;
    return {
      tool: recipe.name,
      page: column(recipe.page),
      views: column(recipe.views),
      mark: null,
    };
  }
  const page = columnNamed(columns, [...FIELDS.page.names, ...VIEW_PAGE_NAMES]);
  const views = columnNamed(
    columns.filter((name) => name !== page),
    VIEW_NAMES,
  );
  return { tool: null, page, views, mark: null };
}

/** The result of reading a file of page views. The preview shows it, and the upload sends it. */
export interface ViewsPlan {
  /** The most viewed pages first. Rows of the same page are added up. */
  pages: PageViews["pages"];
  /** Rows that were added up. */
  rows: number;
  /** Names of rows that have the sum of others, such as Total. They are left out. */
  totals: string[];
  rejected: RejectedRow[];
  /** Pages beyond the most viewed 10,000. */
  left: number;
  counts: CountFacts;
  questions: string[];
}

/** Reads every row as a page with its views, or says why it can't be read. */
export async function planViews(
  table: Table,
  choices: ViewsChoices,
  slices: Slices = createSlices(),
): Promise<ViewsPlan> {
  const page = cellReader(table, choices.page);
  const views = cellReader(table, choices.views);
  const counts = countFacts(table.rows.map(views));
  const plan: ViewsPlan = {
    pages: [],
    rows: 0,
    totals: [],
    rejected: [],
    left: 0,
    counts,
    questions: questionsOf(choices, counts),
  };
  // Without its columns, every row would be rejected for the same reason, which the questions say.
  const rows = choices.page === null || choices.views === null ? [] : table.rows;
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = page(row);
    const count = row.problem ?? countOf(name, views(row), choices.mark ?? "thousands");
    if (isTotal(name)) plan.totals.push(name);
    else if (typeof count === "string") plan.rejected.push({ row, reason: count });
    else {
      plan.rows += 1;
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
    await slices.pause();
  }
  const pages = Array.from(sums, ([address, sum]) => ({ page: address, views: sum }));
  plan.pages = pages.sort((a, b) => b.views - a.views).slice(0, PAGE_VIEWS.pages);
  plan.left = pages.length - plan.pages.length;
  if (plan.questions.length === 0 && plan.pages.length === 0) {
    plan.questions.push(
      "No row has a page and a whole number of views. Choose other columns or another file.",
    );
  }
  return plan;
}

/** Names of rows with the views of all pages, or of the pages that an analytics tool doesn't list. */
const TOTALS =
  /^[([]?(?:(?:grand |page |sub|over)?-?totals?|sum|all(?: pages)?|others?|all others?|not set|data not available|summe|gesamt(?:summe|ergebnis)?|insgesamt|alle(?: seiten)?|andere|sonstige|total g[eé]n[eé]ral|somme|autres?|ensemble|total general|suma|otr[oa]s|resto|total geral|soma|outr[oa]s|totale|totale complessivo|somma|altr[ie]|totaal|eindtotaal|overige?|suma końcowa|razem|inne|итого|всего|общий итог|другое|прочее|合計|総計|総合計|その他|总计|總計|合计|其他|총계|합계|기타)[)\]]?:?$/iu;

function isTotal(page: string): boolean {
  return TOTALS.test(page) && !isPageAddress(page);
}

/** Returns the views of a page, or why they can't be read. */
function countOf(page: string, text: string, mark: GroupingSign): number | string {
  if (page === "") return "has no page";
  if (page.length > PAGE_VIEWS.address)
    return `has a page of more than ${PAGE_VIEWS.address} characters`;
  if (text === "") return "has no number of views";
  return readCount(text, mark) ?? `has no whole number of views: “${text.slice(0, 40)}”`;
}

function questionsOf({ page, views, mark }: ViewsChoices, { open }: CountFacts): string[] {
  const questions: string[] = [];
  if (page === null) questions.push("Choose the column with the page.");
  if (views === null) questions.push("Choose the column with the views.");
  if (open.length > 0 && mark === null) questions.push(`Choose what ${open[0]} is.`);
  return questions;
}
