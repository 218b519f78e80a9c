/** Most marks after a letter, as in Unicode's Stream-Safe Text Format. No language has as many. */
const MAX_MARKS = 30;

/** Marks, also those that are marks only when normalized. Few letters have four. */
const MARKS = /[\p{M}\uff9e\uff9f]{4,}/gu;

/**
 * Returns a text in one of Unicode's normal forms. Marks after the thirtieth of a letter are left out: putting the marks
 * of a letter in their order takes the square of their number.
 */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text
    .replace(MARKS, (marks) =>
      marks.length <= MAX_MARKS
        ? marks
        : Array.from(marks.slice(0, 2 * MAX_MARKS))
            .slice(0, MAX_MARKS)
            .join(""),
    )
    .normalize(form);
}
