import { columnNamed } from "./field-names.ts";
import { cellReader, type Table, type TableRow } from "./table.ts";

/** Characters of an issue in which the page is looked for. */
const MAX_BODY = 70_000;

/** Adds the page and the reader's words of GitHub issues that a documentation site's feedback form opened. */
export function withIssuePages(table: Table): Table {
  const [title, body] = ["title", "body"].map((name) =>
    cellReader(table, columnNamed(table.columns, [name])),
  );
  return withColumns(table, ["Page in issue", "Feedback in issue"], (row) => {
    const text = (body?.(row) ?? "").slice(0, MAX_BODY).replace(/\r\n?/g, "\n");
    return [pageIn(text), feedbackIn(title?.(row) ?? "", text)];
  });
}

/** Adds the address at which Zendesk Guide shows the article of a vote. */
export function withZendeskPages(table: Table): Table {
  const [id, type] = ["itemid", "itemtype"].map((name) =>
    cellReader(table, columnNamed(table.columns, [name])),
  );
  return withColumns(table, ["Article page"], (row) => {
    const isArticle = /^article$/i.test(type?.(row) ?? "");
    return [isArticle && id?.(row) ? `/hc/articles/${id(row)}` : ""];
  });
}

function withColumns(table: Table, names: string[], cells: (row: TableRow) => string[]): Table {
  const rows = table.rows.map((row) => ({ ...row, cells: [...row.cells, ...cells(row)] }));
  return { columns: [...table.columns, ...names], rows };
}

/** The answer below a heading of an issue form. */
function answer(text: string, heading: string): string {
  const start = text.search(new RegExp(`^### ${heading}[ \\t]*$`, "im"));
  if (start < 0) return "";
  const [, ...lines] = text.slice(start).split("\n");
  const end = lines.findIndex((line) => line.startsWith("### "));
  const given = lines
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim();
  return given === "_No response_" ? "" : given;
}

function pageIn(text: string): string {
  const form =
    answer(text, "Page URL") || answer(text, "(?:Page|URL|Link|Page link|Link to (?:the )?page)");
  const details = /^\* Content: \[[^\]\r\n]*\]\((https?:\/\/[^\s)]+)\)/m.exec(text)?.[1];
  const labeled = /^(?:\W{0,4})(?:Page|URL|Link)(?: URL)?(?:\W{1,4})(https?:\/\/[^\s)>*]+)/im.exec(
    text,
  )?.[1];
  return /https?:\/\/[^\s)>]+/.exec(form)?.[0] ?? details ?? labeled ?? "";
}

function feedbackIn(title: string, text: string): string {
  const details = text.search(/^(?:-{3,}\n)?#{2,4} Document Details/im);
  const written = details < 0 ? text : text.slice(0, details);
  const words = /^### /m.test(written)
    ? answer(written, "(?:Feedback|Comment|Description|What happened\\??)")
    : written;
  const heading = title.replace(/^\[[^\]]{0,40}\]:?\s*/, "");
  const body = words
    .replace(/^-{3,}[ \t]*$/gm, "")
    .replace("[Enter feedback here]", "")
    .trim();
  return [heading, body].filter((part) => part !== "").join("\n\n");
}
