import "server-only";
import { runWithoutPauses } from "../../pause.ts";
import { normalForm } from "../../text/normal-form.ts";
import { type CharacterKind, type EmitCharacters, scanInline } from "./inline-text.ts";
import { type Block, markdownBlocks, type PageBlocks, type PageFormat } from "./markdown-blocks.ts";
import type { Layout } from "./page-layout.ts";
import { asciidocPage, rstPage } from "./plain-blocks.ts";

/**
 * The text that readers of a page see, without markup, and for each of its characters (UTF-16 units) where it
 * is in the page. White space is one space, typographic quotes are plain, accents are part of their letters (NFC), and
 * blocks end with a line break.
 */
export interface VisibleText extends Layout {
  text: string;
  starts: number[];
  ends: number[];
  kinds: CharacterKind[];
  /** Places of characters that are in rows of tables. */
  rows: ReadonlySet<number>;
}

/** Takes the steps of `readingVisibleText` at once: for short texts. */
export function visibleText(content: string, format: PageFormat): VisibleText {
  return runWithoutPauses(readingVisibleText(content, format));
}

/** Reads the visible text of a page, one block after the other. Takes linear time. */
export function* readingVisibleText(
  content: string,
  format: PageFormat,
): Generator<void, VisibleText> {
  const isMdx = format === "mdx";
  const { blocks, labels, ...layout } = blocksOf(content, format);
  const collector = new Collector();
  for (const block of blocks) {
    yield;
    collector.block(block);
    const { text, offsets } = joined(content, block);
    if (block.kind === "text")
      scanInline(text, { isMdx, labels, isRow: block.isRow }, collector.at(offsets));
    else collector.verbatim(text, offsets, block.kind);
  }
  return { ...collector.visible(), ...layout };
}

function blocksOf(content: string, format: PageFormat): PageBlocks & Layout {
  if (format === "rst") return { ...rstPage(content), labels: new Set() };
  if (format === "asciidoc") return { ...asciidocPage(content), labels: new Set() };
  return { ...markdownBlocks(content, format === "mdx"), titles: [], tables: [], references: [] };
}

/** Folds a reader's words in the same way. */
export function foldText(text: string): string {
  let folded = "";
  for (const character of normalForm(text, "NFC")) {
    const plain = fold(character);
    if (plain !== " " || (folded !== "" && !folded.endsWith(" "))) folded += plain;
  }
  return folded.trimEnd();
}

const QUOTES: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "‚": "'",
  "‹": "'",
  "›": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "\u2010": "-",
  "\u2011": "-",
};

/** Soft hyphens and characters without a width are dropped. */
function fold(character: string): string {
  if (/[\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)) return "";
  return /\s/.test(character) ? " " : (QUOTES[character] ?? character);
}

/** The lines of a block in one text, and where each of its characters is in the page. */
function joined(content: string, { pieces }: Block): { text: string; offsets: number[] } {
  const text = pieces.map(({ from, to }) => content.slice(from, to)).join("\n");
  const offsets: number[] = [];
  for (const { from, to } of pieces) for (let at = from; at <= to; at += 1) offsets.push(at);
  return { text, offsets };
}

class Collector {
  readonly #characters: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #kinds: CharacterKind[] = [];
  readonly #rows = new Set<number>();
  #isRow = false;

  block({ isRow }: Block): void {
    if (this.#characters.length > 0)
      this.#put("\n", this.#ends.at(-1) ?? 0, this.#ends.at(-1) ?? 0, "barrier");
    this.#isRow = isRow;
  }

  /** @param offsets of a block's characters */
  at(offsets: readonly number[]): EmitCharacters {
    return (characters, from, to, kind) => {
      const start = offsets[from] ?? 0;
      // White space before a line's end reaches to the start of the next line.
      const end = to < offsets.length ? (offsets[to] ?? start) : (offsets[to - 1] ?? start) + 1;
      const last = (offsets[to - 1] ?? start) + 1;
      const isSpace = /\s/.test(characters);
      this.#add(characters, start, isSpace ? end : last, kind);
    };
  }

  verbatim(text: string, offsets: readonly number[], kind: CharacterKind): void {
    const emit = this.at(offsets);
    for (let at = 0; at < text.length; at += 1) emit(text.charAt(at), at, at + 1, kind);
  }

  #add(characters: string, start: number, end: number, kind: CharacterKind): void {
    const folded = kind === "barrier" ? characters : fold(characters);
    if (folded === "") {
      if (this.#kinds.at(-1) === kind) this.#ends[this.#ends.length - 1] = end;
      return;
    }
    if (folded === " ") {
      const before = this.#characters.at(-1);
      if (before === undefined || before === "\n") return;
      if (before === " ") {
        this.#ends[this.#ends.length - 1] = end;
        return;
      }
    }
    if (this.#composes(folded, end, kind)) return;
    for (const unit of folded.split("")) this.#put(unit, start, end, kind);
  }

  /** Joins an accent, or a part of a syllable in Korean, with what it follows: `e` and `\u0301` are `é`. */
  #composes(folded: string, end: number, kind: CharacterKind): boolean {
    const last = this.#characters.length - 1;
    if (!/^[\p{M}\u1161-\u11c2]$/u.test(folded) || this.#kinds[last] !== kind) return false;
    const composed = normalForm(`${this.#characters[last]}${folded}`, "NFC");
    if (composed.length !== 1) return false;
    this.#characters[last] = composed;
    this.#ends[last] = end;
    return true;
  }

  #put(unit: string, start: number, end: number, kind: CharacterKind): void {
    if (this.#isRow) this.#rows.add(this.#characters.length);
    this.#characters.push(unit);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#kinds.push(kind);
  }

  visible(): Omit<VisibleText, keyof Layout> {
    const [starts, ends, kinds, rows] = [this.#starts, this.#ends, this.#kinds, this.#rows];
    return { text: this.#characters.join(""), starts, ends, kinds, rows };
  }
}
