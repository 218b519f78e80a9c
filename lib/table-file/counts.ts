import { normalForm } from "../text/normal-form.ts";

/** Signs that group the digits of a number. Spaces of any width are one sign. */
const GROUPED = /^\d{1,3}(?:([., '’])\d{3})(?:\1\d{3})*$/;
const WITH_DECIMALS = /^(\d{1,3}(?:[., '’]\d{3})*|\d+)[.,](\d{1,2}|0+)$/;

/** How the numbers of a column are written. */
export interface CountFacts {
  /** Numbers that are thousands if the sign groups digits, and fractions if it's a decimal sign. */
  open: string[];
}

/** The meaning of `1.234` in a column that doesn't say. */
export type GroupingSign = "thousands" | "decimals";

/**
 * Looks at all numbers of a column. Views are whole, so `12.345` has a group of three digits, unless another number
 * shows that the sign is for decimals, or numbers above 999 stand there without it.
 */
export function countFacts(texts: readonly string[]): CountFacts {
  const marks = new Set<string>();
  let hasLong = false;
  let hasDecimals = false;
  const open: string[] = [];
  for (const given of texts) {
    const text = plain(given);
    const mark = GROUPED.exec(text)?.[1];
    if (/^\d{4,}$/.test(text)) hasLong = true;
    if (mark === "." || mark === ",") {
      marks.add(mark);
      if (text.indexOf(mark) === text.lastIndexOf(mark)) open.push(given);
    } else if (/^\d+[.,](?:\d{1,2}|\d{4,})$/.test(text) && !/[.,]0+$/.test(text))
      hasDecimals = true;
  }
  return { open: hasLong || hasDecimals || marks.size > 1 ? open : [] };
}

/** Returns a whole number of at most twelve digits; null for anything else. `1.2k` is 1200. */
export function readCount(given: string, mark: GroupingSign): number | null {
  const text = plain(given);
  const short = /^(\d{1,4})(?:[.,](\d{1,3}))? ?([km])$/i.exec(text);
  if (short) {
    const [, whole, decimals = "0", unit = ""] = short;
    return Math.round(Number(`${whole}.${decimals}`) * (unit.toLowerCase() === "k" ? 1e3 : 1e6));
  }
  const [, group] = GROUPED.exec(text) ?? [];
  if (group !== undefined) {
    const isSingle = text.indexOf(group) === text.lastIndexOf(group);
    const isDecimal = mark === "decimals" && isSingle && /[.,]/.test(group);
    return isDecimal ? null : wholeNumber(text.replace(/\D/g, ""));
  }
  const [, whole = text, decimals = "0"] = WITH_DECIMALS.exec(text) ?? [];
  if (whole === text) return wholeNumber(text);
  return /^0+$/.test(decimals) ? wholeNumber(whole.replace(/\D/g, "")) : null;
}

function wholeNumber(digits: string): number | null {
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

function plain(text: string): string {
  return normalForm(text, "NFKC").replace(/\s/g, " ").trim();
}
