import { fenceProblems } from "./fence.ts";
import { mergeLines } from "./merge-lines.ts";
import { type Section, sectionsOf } from "./sections.ts";

/** A draft that followed the evidence, or why it could not. */
export type Redraft =
  | {
      merged: true;
      text: string;
      /** Lines of the new draft that gave way to edits by hand. */
      gaveWay: string[];
    }
  | { merged: false; reason: string };

/**
 * Lets an edited prompt follow the evidence: quotes and pages that the new draft adds or leaves out
 * are added or left out, and what a person wrote or deleted stays so. An edit inside a quote that
 * is left out goes with it.
 * @param versions.drafted the draft that was edited, `edited` what a person made of it, `redrafted`
 *   the draft of the evidence as it is now; all with fences of the same token
 */
export function redraft(
  versions: { drafted: string; edited: string; redrafted: string },
  token: string,
): Redraft {
  const { drafted, edited, redrafted } = versions;
  if (edited === drafted) return { merged: true, text: redrafted, gaveWay: [] };
  if (drafted === redrafted) return { merged: true, text: edited, gaveWay: [] };
  const [problem] = fenceProblems(edited, token);
  if (problem) return { merged: false, reason: `A quote was broken by an edit. ${problem}` };
  const [base, mine, theirs] = [drafted, edited, redrafted].map((text) => sectionsOf(text, token));
  if (!base || !mine || !theirs) return { merged: false, reason: "There is nothing to merge." };
  const twice = repeated(mine);
  if (twice) return { merged: false, reason: `“${twice}” is there more than once.` };
  const lost = mine.find((section) => isEditedPageWithoutEvidence(section, base, theirs));
  if (lost) {
    return {
      merged: false,
      reason: `“${lost.key}” was edited by hand, and nothing selected is about that page any more.`,
    };
  }
  const gaveWay: string[] = [];
  const kept = mine.flatMap((section) => followed(section, base, theirs, gaveWay));
  const text = withAdded(kept, base, theirs)
    .map((section) => section.text)
    .join("");
  const [broken] = fenceProblems(text, token);
  if (broken) return { merged: false, reason: `The parts do not fit together. ${broken}` };
  return { merged: true, text, gaveWay };
}

/** What becomes of a section of the edited text: itself, changed, or nothing. */
function followed(
  section: Section,
  base: readonly Section[],
  theirs: readonly Section[],
  gaveWay: string[],
): Section[] {
  const before = find(base, section.key);
  const now = find(theirs, section.key);
  // Written by hand, heading and all.
  if (!before) return [section];
  if (!now) {
    if (section.text === before.text || section.key.startsWith("quote ")) return [];
    // What a person wrote after a quote outlives the quote.
    return [section];
  }
  const merged = mergeLines(before.text, section.text, now.text);
  for (const line of merged.gaveWay) gaveWay.push(line);
  return [{ ...section, text: merged.text }];
}

/** Puts what only the new draft has where it has it: after the section that precedes it there. */
function withAdded(
  kept: readonly Section[],
  base: readonly Section[],
  theirs: readonly Section[],
): Section[] {
  const text = [...kept];
  theirs.forEach((section, index) => {
    if (find(text, section.key)) return;
    const isNew = !find(base, section.key);
    if (!isNew && !isHeadingOfNew(theirs, index, base)) return;
    text.splice(placeFor(text, theirs, index), 0, section);
  });
  return text;
}

/** A page's heading that was deleted by hand is needed again once evidence about it is added. */
function isHeadingOfNew(
  theirs: readonly Section[],
  index: number,
  base: readonly Section[],
): boolean {
  if (!theirs[index]?.key.startsWith("## Page: ")) return false;
  const rest = theirs.slice(index + 1);
  const end = rest.findIndex(({ key }) => key.startsWith("#"));
  const about = end < 0 ? rest : rest.slice(0, end);
  return about.some(({ key }) => key.startsWith("quote ") && !find(base, key));
}

function placeFor(text: readonly Section[], theirs: readonly Section[], index: number): number {
  const isHeading = theirs[index]?.key.startsWith("#") ?? false;
  for (let before = index - 1; before >= 0; before -= 1) {
    const key = theirs[before]?.key ?? "";
    const at = text.findIndex((section) => section.key === key);
    if (at < 0) continue;
    // A new page does not tear another one apart: it comes after all that belongs to it.
    return isHeading ? endOfGroup(text, at) : at + 1;
  }
  return 0;
}

function endOfGroup(text: readonly Section[], at: number): number {
  const next = text.findIndex((section, index) => index > at && section.key.startsWith("#"));
  return next < 0 ? text.length : next;
}

function isEditedPageWithoutEvidence(
  section: Section,
  base: readonly Section[],
  theirs: readonly Section[],
): boolean {
  const before = find(base, section.key);
  const isPage = section.key.startsWith("## Page: ");
  return (
    isPage && before !== undefined && before.text !== section.text && !find(theirs, section.key)
  );
}

function repeated(sections: readonly Section[]): string | null {
  const seen = new Set<string>();
  for (const { key } of sections) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return null;
}

function find(sections: readonly Section[], key: string): Section | undefined {
  return sections.find((section) => section.key === key);
}
