/** Most marks after a letter, as in Unicode's Stream-Safe Text Format. No language has as many. */
const MAX_MARKS = 30;

/** Marks, also those that are marks only when normalized. Few letters have four. */
const MARKS = /[\p{M}\uff9e\uff9f]{4,}/gu;

/** A blessing in one character, which becomes eighteen: more than twice as many as any other. No comment has it so often. */
const LONGEST = "\ufdfa";
const MAX_LONGEST = 50;

/**
 * Returns a text in one of Unicode's normal forms. Marks after the thirtieth of a letter are left out: putting the marks
 * of a letter in their order takes the square of their number. A text with more than 50 blessings (U+FDFA) keeps them, as
 * it would be eighteen times as long.
 */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  const kept = text.replace(MARKS, (marks) =>
    marks.length <= MAX_MARKS
      ? marks
      : Array.from(marks.slice(0, 2 * MAX_MARKS))
          .slice(0, MAX_MARKS)
          .join(""),
  );
  const parts = kept.split(LONGEST);
  if (parts.length <= MAX_LONGEST) return kept.normalize(form);
  return parts.map((part) => part.normalize(form)).join(LONGEST);
}
