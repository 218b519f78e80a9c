import { PAGE_VIEWS } from "../contract/api/limits.ts";
import type { PageViews } from "../contract/api/page-views.ts";
import { type CountFacts, countFacts, type GroupMark, readCount } from "./counts.ts";
import { columnNamed, FIELDS, VIEW_NAMES, VIEW_PAGE_NAMES } from "./field-names.ts";
import type { RejectedRow } from "./rejected-csv.ts";
import { type Slices, slices } from "./slices.ts";
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

/** What someone chose about a file of page views, or Errata guessed and showed. */
export interface ViewsChoices {
  page: string | null;
  views: string | null;
  /** Null has to be chosen where the numbers can be read both ways. */
  mark: GroupMark | null;
}

/** Returns the tool that the columns belong to, or null, and the columns with the pages and the views. */
export function guessViews({ columns }: Table): ViewsChoices & { tool: string | null } {
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

/** What becomes of a file of page views. The preview shows it, and the upload sends it. */
export interface ViewsPlan {
  /** The most viewed pages first. */
  pages: PageViews["pages"];
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
  pace: Slices = slices(),
): Promise<ViewsPlan> {
  const [page, views] = [choices.page, choices.views].map((column) => cellReader(table, column));
  const counts = countFacts(table.rows.map((row) => views?.(row) ?? ""));
  const plan: ViewsPlan = {
    pages: [],
    rejected: [],
    left: 0,
    counts,
    questions: questionsOf(choices, counts),
  };
  // Without its columns, every row would be rejected for the same reason, which the questions say.
  const rows = choices.page === null || choices.views === null ? [] : table.rows;
  for (const row of rows) {
    const name = page?.(row) ?? "";
    const text = views?.(row) ?? "";
    const count = readCount(text, choices.mark ?? "thousands");
    const reason = row.problem ?? problemOf(name, text, count);
    if (reason === null && count !== null) plan.pages.push({ page: name, views: count });
    else plan.rejected.push({ row, reason: reason ?? "" });
    await pace.pause();
  }
  plan.pages.sort((a, b) => b.views - a.views);
  plan.left = Math.max(0, plan.pages.length - PAGE_VIEWS.pages);
  plan.pages = plan.pages.slice(0, PAGE_VIEWS.pages);
  if (plan.questions.length === 0 && plan.pages.length === 0) {
    plan.questions.push(
      "No row has a page and a whole number of views. Choose other columns or another file.",
    );
  }
  return plan;
}

function problemOf(page: string, text: string, count: number | null): string | null {
  if (page === "") return "has no page";
  if (page.length > PAGE_VIEWS.address)
    return `has a page of more than ${PAGE_VIEWS.address} characters`;
  if (text === "") return "has no number of views";
  return count === null ? `has no whole number of views: “${text.slice(0, 40)}”` : null;
}

function questionsOf({ page, views, mark }: ViewsChoices, { open }: CountFacts): string[] {
  const questions: string[] = [];
  if (page === null) questions.push("Choose the column with the page.");
  if (views === null) questions.push("Choose the column with the views.");
  if (open.length > 0 && mark === null) questions.push(`Choose what ${open[0]} is.`);
  return questions;
}
