import { fenceProblems } from "./fence.ts";
import { mergeLines } from "./merge-lines.ts";
import { type Section, sectionsOf } from "./sections.ts";

/** An edited draft merged with the new evidence, or why that failed. */
export type Redraft =
  | {
      merged: true;
      text: string;
      /** Lines of the new draft that manual edits replace. */
      replacedLines: string[];
    }
  | { merged: false; reason: string };

/**
 * Updates an edited prompt to new evidence: adds and removes quotes and pages, and keeps manual edits
 * and deletions. Edits inside a removed quote are lost.
 * @param versions.drafted the draft before the edits
 * @param versions.edited the edited draft
 * @param versions.redrafted the draft of the current evidence, with the same fence token
 */
export function redraft(
  versions: { drafted: string; edited: string; redrafted: string },
  token: string,
): Redraft {
  const { drafted, edited, redrafted } = versions;
  if (edited === drafted) return { merged: true, text: redrafted, replacedLines: [] };
  if (drafted === redrafted) return { merged: true, text: edited, replacedLines: [] };
  const [problem] = fenceProblems(edited, token);
  if (problem) return { merged: false, reason: `An edit broke a quote. ${problem}` };
  const [base, mine, theirs] = [drafted, edited, redrafted].map((text) => sectionsOf(text, token));
  if (!base || !mine || !theirs) return { merged: false, reason: "There is nothing to merge." };
  const duplicate = duplicateKey(mine);
  if (duplicate) return { merged: false, reason: `“${duplicate}” appears more than once.` };
  const orphan = mine.find((section) => isEditedPageWithoutEvidence(section, base, theirs));
  if (orphan) {
    return {
      merged: false,
      reason: `“${orphan.key}” has your edits, but no selected item is about that page anymore.`,
    };
  }
  const replacedLines: string[] = [];
  const kept = mine.flatMap((section) => updateSection(section, base, theirs, replacedLines));
  const text = insertNewSections(kept, base, theirs)
    .map((section) => section.text)
    .join("");
  const [broken] = fenceProblems(text, token);
  if (broken) return { merged: false, reason: `The merged prompt would break a quote. ${broken}` };
  return { merged: true, text, replacedLines };
}

/** Returns the updated section of the edited text; nothing if it was removed. */
function updateSection(
  section: Section,
  base: readonly Section[],
  theirs: readonly Section[],
  replacedLines: string[],
): Section[] {
  const before = find(base, section.key);
  const now = find(theirs, section.key);
  // A section that someone added manually.
  if (!before) return [section];
  if (!now) {
    if (section.text === before.text || section.key.startsWith("quote ")) return [];
    // Text written after a quote stays when the quote is removed.
    return [section];
  }
  const merged = mergeLines(before.text, section.text, now.text);
  for (const line of merged.replacedLines) replacedLines.push(line);
  return [{ ...section, text: merged.text }];
}

/** Inserts sections that only the new draft has, after the section that precedes them there. */
function insertNewSections(
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

/** Returns whether a page's heading, deleted manually, is needed again for new evidence. */
function isHeadingOfNew(
  theirs: readonly Section[],
  index: number,
  base: readonly Section[],
): boolean {
  if (!theirs[index]?.key.startsWith("## Page: ")) return false;
  const rest = theirs.slice(index + 1);
  const end = rest.findIndex(({ key }) => key.startsWith("#"));
  const pageSections = end < 0 ? rest : rest.slice(0, end);
  return pageSections.some(({ key }) => key.startsWith("quote ") && !find(base, key));
}

function placeFor(text: readonly Section[], theirs: readonly Section[], index: number): number {
  const isHeading = theirs[index]?.key.startsWith("#") ?? false;
  for (let before = index - 1; before >= 0; before -= 1) {
    const key = theirs[before]?.key ?? "";
    const at = text.findIndex((section) => section.key === key);
    if (at < 0) continue;
    // Insert a new page after all sections of the page before it.
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

function duplicateKey(sections: readonly Section[]): string | null {
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
