import "server-only";
import type { RenderedPage, RenderedRow } from "../contract/api/rendered-page.ts";
import { createPause, runWithPauses } from "../pause.ts";
import { displayable } from "../text/displayable.ts";
import { type Aligned, aligning } from "../text/equal-entries.ts";
import { escapeHtml } from "./escape-html.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { type HtmlPiece, htmlPieces } from "./html-pieces.ts";
import type { Includes } from "./includes.ts";
import { makingSafe } from "./making-safe.ts";
import { createWordMarks, type WordMarks } from "./mark-html.ts";
import { firstHeading, parsing, renderingParts } from "./markdown.ts";
import { pageFormat } from "./page-text.ts";

/** A page before or after a change. */
export interface ComparedPage {
  path: string;
  /** With its front matter. */
  text: string;
  /** Reads what it includes. */
  includes(text: string): Promise<Includes>;
  /** Makes the HTML of a block safe: `comparedHtml`. */
  makeSafe(html: string): string;
}

/** Blocks before and after a change that are shown with it. */
const CONTEXT = 2;
/** Most blocks before and after a change that are compared as one text. */
const MAX_GROUP = 8;
/** Most blocks of one row. The browser skips rows that are far from the screen. */
const MAX_ROW = 20;

/** A block of a page. */
interface Block {
  /** Not sanitized yet. */
  html: string;
  /** The first and the last line in the file, counted from 1. */
  lines: [number, number] | null;
}

/** A row, or part of one. */
type Draft =
  | { kind: "same"; piece: HtmlPiece; isSafe: boolean }
  | Extract<RenderedRow, { kind: "changed" }>;

/**
 * Compares a page as it renders before and after a change, and lets others run meanwhile. Null for a page that isn't there.
 * @param isWhole whether what is far from any change is shown, too
 * @throws {TooLarge}
 */
export async function comparePages(
  { before, after }: { before: ComparedPage | null; after: ComparedPage | null },
  isWhole: boolean,
): Promise<RenderedPage> {
  const [old, now] = [await blocksOf(before), await blocksOf(after)];
  const keys = (blocks: readonly Block[]) => blocks.map(({ html }) => html);
  const aligned = await runWithPauses(aligning(keys(old), keys(now)));
  const marks = createWordMarks();
  const pause = createPause();
  const drafts: Draft[] = [];
  for (const { same, was, is } of runsOf(aligned)) {
    for (const [, index] of same) {
      const { html } = now[index ?? 0] ?? { html: "" };
      drafts.push({ kind: "same", piece: { html, open: "", close: "" }, isSafe: false });
    }
    for (const change of await groupsOf(chosen(old, was), chosen(now, is))) {
      for (const draft of await draftsOf(change, { before, after, marks })) drafts.push(draft);
      await pause();
    }
  }
  const shown = isWhole ? drafts.map(() => true) : visible(drafts);
  const makeSafe = (after ?? before)?.makeSafe;
  return { rows: await rowsOf(drafts, shown, makeSafe ?? String), isTooLarge: false };
}

async function blocksOf(page: ComparedPage | null): Promise<Block[]> {
  if (!page) return [];
  const { title, description, text } = splitFrontMatter(page.text);
  const offset = page.text.slice(0, page.text.length - text.length).split("\n").length - 1;
  const format = pageFormat(page.path, text);
  const tokens = await runWithPauses(parsing(text, format, await page.includes(text)));
  const parts = await runWithPauses(renderingParts(tokens, format, 1));
  const blocks = parts
    .filter(({ html }) => html.trim() !== "")
    .map(({ html, lines }): Block => {
      return { html, lines: lines && [offset + lines[0] + 1, offset + lines[1]] };
    });
  const lines: Block["lines"] = [1, Math.max(1, offset)];
  const isTitled = title !== null && firstHeading(tokens) === null;
  return [
    ...(isTitled ? [{ html: `<h1>${escapeHtml(title)}</h1>`, lines }] : []),
    ...(description === null ? [] : [{ html: `<p>${escapeHtml(description)}</p>`, lines }]),
    ...blocks,
  ];
}

/** Groups entries: those that both sides have, each with the entries after it that only one side has. */
interface Entries {
  same: Aligned[];
  was: number[];
  is: number[];
}

function runsOf(aligned: readonly Aligned[]): Entries[] {
  const runs: Entries[] = [{ same: [], was: [], is: [] }];
  for (const entry of aligned) {
    const [old, now] = entry;
    const last = runs.at(-1);
    if (old !== null && now !== null) {
      if (last && last.was.length + last.is.length === 0) last.same.push(entry);
      else runs.push({ same: [entry], was: [], is: [] });
    } else if (old !== null) last?.was.push(old);
    else if (now !== null) last?.is.push(now);
  }
  return runs;
}

function chosen<Entry>(list: readonly Entry[], indexes: readonly number[]): Entry[] {
  return indexes.flatMap((index) => list[index] ?? []);
}

/** Blocks that were replaced. */
interface Change {
  old: readonly Block[];
  now: readonly Block[];
}

/** Divides a long change at blocks of the same kind: a heading became a heading, a list a list. */
async function groupsOf(old: readonly Block[], now: readonly Block[]): Promise<Change[]> {
  if (old.length === now.length) {
    return old.map((block, index) => ({ old: [block], now: now.slice(index, index + 1) }));
  }
  if (old.length + now.length <= MAX_GROUP) return [{ old, now }];
  const kinds = (blocks: readonly Block[]) =>
    blocks.map(({ html }) => /^<[a-z0-9]{1,20}/.exec(html)?.[0] ?? "text");
  const aligned = await runWithPauses(aligning(kinds(old), kinds(now)));
  return aligned.map(([one, other]) => ({
    old: chosen(old, one === null ? [] : [one]),
    now: chosen(now, other === null ? [] : [other]),
  }));
}

/** Divides changed blocks, and marks what differs. */
async function draftsOf(
  change: Change,
  page: { before: ComparedPage | null; after: ComparedPage | null; marks: WordMarks },
): Promise<Draft[]> {
  const old = await safePieces(change.old, page.before);
  const now = await safePieces(change.now, page.after);
  const aligned = await runWithPauses(aligning(old.map(keyOf), now.map(keyOf)));
  const lines = { oldLines: linesOf(change.old), newLines: linesOf(change.now) };
  const pause = createPause();
  const drafts: Draft[] = [];
  for (const { same, was, is } of runsOf(aligned)) {
    for (const piece of chosen(
      now,
      same.flatMap(([, index]) => index ?? []),
    )) {
      drafts.push({ kind: "same", piece, isSafe: true });
    }
    for (const sides of pairsIn(chosen(old, was), chosen(now, is))) {
      drafts.push({ kind: "changed", ...markedSides(...sides, page.marks), ...lines });
      await pause();
    }
  }
  return drafts;
}

async function safePieces(
  blocks: readonly Block[],
  page: ComparedPage | null,
): Promise<HtmlPiece[]> {
  const pause = createPause();
  const pieces: HtmlPiece[] = [];
  for (const { html } of blocks) {
    if (page) pieces.push(...htmlPieces(await safeBlock(html, page.makeSafe)));
    await pause();
  }
  return pieces;
}

async function safeBlock(html: string, makeSafe: ComparedPage["makeSafe"]): Promise<string> {
  return displayable(await runWithPauses(makingSafe(html, makeSafe))).trim();
}

/** A list item's number is no change. */
function keyOf({ open, html }: HtmlPiece): string {
  return `${open.replaceAll(/ start="-?\d+"/g, "")}${html}`;
}

/** Places blocks beside the blocks that they became, if both sides have the same number. */
function pairsIn(
  old: readonly HtmlPiece[],
  now: readonly HtmlPiece[],
): [readonly HtmlPiece[], readonly HtmlPiece[]][] {
  if (old.length + now.length === 0) return [];
  const areBlocks = [...old, ...now].every(({ open }) => open === "");
  if (!areBlocks || old.length !== now.length) return [[old, now]];
  return old.map((piece, index) => [[piece], now.slice(index, index + 1)]);
}

function markedSides(old: readonly HtmlPiece[], now: readonly HtmlPiece[], marks: WordMarks) {
  const before = old.length > 0 ? joined(old) : null;
  const after = now.length > 0 ? joined(now) : null;
  const marked = before !== null && after !== null ? marks.mark(before, after) : null;
  return (
    marked ?? {
      before: before && `<del>${before}</del>`,
      after: after && `<ins>${after}</ins>`,
    }
  );
}

/** Joins pieces of the same block in one element. */
function joined(pieces: readonly HtmlPiece[]): string {
  let html = "";
  let last: HtmlPiece | null = null;
  for (const piece of pieces) {
    const goesOn =
      last && piece.open !== "" && keyOf({ ...piece, html: "" }) === keyOf({ ...last, html: "" });
    html += goesOn ? piece.html : `${last?.close ?? ""}${piece.open}${piece.html}`;
    last = piece;
  }
  return html + (last?.close ?? "");
}

function linesOf(blocks: readonly Block[]): [number, number] | null {
  const lines = blocks.flatMap((block) => block.lines ?? []);
  const [first = null] = lines;
  return first === null ? null : [first, lines.reduce((last, line) => Math.max(last, line), first)];
}

/** Shows changes with the blocks around them, and with their heading. */
function visible(drafts: readonly Draft[]): boolean[] {
  const shown = drafts.map(() => false);
  let heading: number | null = null;
  for (const [index, draft] of drafts.entries()) {
    if (draft.kind === "same") {
      if (/^<(?:h[1-6]|p class="heading-)/.test(draft.piece.html)) heading = index;
      continue;
    }
    if (heading !== null) shown[heading] = true;
    const end = Math.min(index + CONTEXT, drafts.length - 1);
    for (let at = Math.max(0, index - CONTEXT); at <= end; at += 1) shown[at] = true;
  }
  return shown;
}

async function rowsOf(
  drafts: readonly Draft[],
  shown: readonly boolean[],
  makeSafe: (html: string) => string,
): Promise<RenderedRow[]> {
  const pause = createPause();
  const rows: RenderedRow[] = [];
  let same: HtmlPiece[] = [];
  let blocks = 0;
  const endRow = () => {
    if (same.length > 0) rows.push({ kind: "same", html: joined(same) });
    if (blocks > 0) rows.push({ kind: "hidden", blocks });
    [same, blocks] = [[], 0];
  };
  for (const [index, draft] of drafts.entries()) {
    const isSame = draft.kind === "same" && shown[index];
    if (isSame ? blocks > 0 || same.length === MAX_ROW : same.length > 0 || shown[index]) endRow();
    if (draft.kind === "changed") rows.push(draft);
    else if (isSame) {
      const { piece, isSafe } = draft;
      same.push(isSafe ? piece : { ...piece, html: await safeBlock(piece.html, makeSafe) });
      await pause();
    } else blocks += 1;
  }
  endRow();
  return rows;
}
