import { PAGE_VIEWS } from "../contract/api/limits.ts";
import type { PageViews } from "../contract/api/page-views.ts";
import { columnNamed, FIELDS } from "./column-mapping.ts";
import { readFile } from "./read-file.ts";
import { readTable, UnreadableTable } from "./read-table.ts";

const VIEWS = ["views", "pageviews", "screenpageviews", "visits", "hits", "count", "visitors"];

const FOR_LARGE_FILES = "Keep the pages with the most views and upload it again.";

/**
 * Reads the views of the 10,000 most viewed pages from a file of an analytics tool. Rows without a page or a
 * number, such as totals, are left out.
 * @throws {UnreadableTable}
 */
export async function readViews(file: Blob): Promise<PageViews> {
  const table = readTable(await readFile(file, FOR_LARGE_FILES));
  const [page, views] = [FIELDS.page.names, VIEWS].map((names) => columnNamed(table, names));
  if (!page || !views) {
    throw new UnreadableTable(
      'This file needs a column "page" and a column "views". Rename its columns and upload it again.',
    );
  }
  const [pageAt, viewsAt] = [table.columns.indexOf(page), table.columns.indexOf(views)];
  const pages = table.rows.flatMap(({ cells }) => {
    const name = cells[pageAt]?.trim() ?? "";
    const count = (cells[viewsAt] ?? "").replace(/[,\s]/g, "");
    return name !== "" && name.length <= PAGE_VIEWS.address && /^\d{1,12}$/.test(count)
      ? [{ page: name, views: Number(count) }]
      : [];
  });
  if (pages.length === 0) {
    throw new UnreadableTable("No row in this file has a page and a whole number of views.");
  }
  return { pages: pages.sort((a, b) => b.views - a.views).slice(0, PAGE_VIEWS.pages) };
}
