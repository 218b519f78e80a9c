import "server-only";
import type { RenderedPage } from "../contract/api/rendered-page.ts";
import { type ComparedPage, comparePages } from "./compare-pages.ts";
import { readIncludes } from "./includes.ts";
import type { LinkContext } from "./links.ts";
import { TooLarge } from "./markdown.ts";
import { decodePage } from "./page-text.ts";
import { comparedHtml } from "./safe-html.ts";
import type { SiteSource, SourceFile } from "./source.ts";

/** The file of a page before and after a change; null where it isn't there. */
export interface ComparedFiles {
  before: SourceFile | null;
  after: SourceFile | null;
  /** Suffix of the site's addresses in the page after the change, such as `?at=branch`. */
  query: string;
}

/** Most bytes of a page that is compared. Git takes larger files for binary: see `diff.ts`. */
const MAX_COMPARED = 256 * 1_024;

/** Reads a page before and after a change, and compares how both render. */
export async function compareFiles(
  source: SiteSource,
  at: Pick<LinkContext, "base" | "site">,
  { before, after, query }: ComparedFiles,
  isWhole: boolean,
): Promise<RenderedPage> {
  const tooLarge = { rows: [], isTooLarge: true };
  if (Math.max(before?.size ?? 0, after?.size ?? 0) > MAX_COMPARED) return tooLarge;
  const [old, now] = await Promise.all([before, after].map((file) => readPage(source, file, at)));
  const pages = { before: old ?? null, after: now ?? null };
  const compared = await comparePages(pages, isWhole).catch((error: unknown) => {
    if (error instanceof TooLarge) return tooLarge;
    throw error;
  });
  const atCommit = (html: string) => withQuery(html, at.base, query);
  const rows = compared.rows.map((row) => {
    if (row.kind === "hidden") return row;
    if (row.kind === "same") return { ...row, html: atCommit(row.html) };
    return { ...row, after: row.after && atCommit(row.after) };
  });
  return { ...compared, rows };
}

async function readPage(
  source: SiteSource,
  file: SourceFile | null,
  at: Pick<LinkContext, "base" | "site">,
): Promise<ComparedPage | null> {
  if (!file) return null;
  const { path } = file;
  const [bytes = Buffer.alloc(0)] = await source.read([file]);
  const place = { ...at, file: path, address: at.site.addresses.get(path) ?? `/${path}` };
  return {
    path,
    text: decodePage(bytes),
    includes: (text) => readIncludes(source, at.site.files, { path, text }),
    makeSafe: (html) => comparedHtml(html, place),
  };
}

/** Adds the addresses' suffix to links and images of the site. It isn't part of the comparison. */
function withQuery(html: string, base: string, query: string): string {
  return html.replaceAll(/<(?:a|img) [^<>]*>/g, (tag) =>
    tag.replace(/ (?:href|src)="([^"#]*)/, (attribute, address: string) =>
      `${address}/`.startsWith(`${base}/`) ? `${attribute}${query}` : attribute,
    ),
  );
}
