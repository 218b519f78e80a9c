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

/**
 * Adds the address at which Zendesk Guide shows the article of a vote, and the vote, which is 1 or -1.
 * @see https://developer.zendesk.com/api-reference/help_center/help-center-api/votes/
 */
export function withZendeskPages(table: Table): Table {
  const [id, type, value] = ["itemid", "itemtype", "value"].map((name) =>
    cellReader(table, columnNamed(table.columns, [name])),
  );
  return withColumns(table, ["Article page", "Vote in value"], (row) => {
    const isArticle = /^article$/i.test(type?.(row) ?? "");
    const given = value?.(row) ?? "";
    return [
      isArticle && id?.(row) ? `/hc/articles/${id(row)}` : "",
      given === "1" ? "👍" : given === "-1" ? "👎" : given,
    ];
  });
}

/**
 * Adds a column with the meaning of PushFeedback's ratings. Its thumbs are 1 for up and 5 for down, its stars 1 to 5,
 * and -1 is none. If a file doesn't show which of them it has, 1 and 5 alone can be either, so they stay open.
 * @see https://docs.pushfeedback.com/customization/layout
 */
export function withPushFeedbackVotes(table: Table): Table {
  const [rating, mode] = ["rating", "ratingmode"].map((name) =>
    cellReader(table, columnNamed(table.columns, [name])),
  );
  const all = new Set(table.rows.map((row) => rating?.(row) ?? ""));
  const guess = ["2", "3", "4"].some((stars) => all.has(stars))
    ? "stars"
    : all.has("0")
      ? "thumbs"
      : "";
  return withColumns(table, ["Vote in rating"], (row) => {
    const given = rating?.(row) ?? "";
    const kind = mode?.(row) || guess;
    if (given === "-1" || given === "") return [""];
    if (/^thumb/i.test(kind)) return [given === "1" ? "👍" : /^[05]$/.test(given) ? "👎" : given];
    if (/^star/i.test(kind)) return [`${given}/5`];
    return [/^[15]$/.test(given) ? `${given} (thumb or star)` : given];
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
