/** Languages in which tools write months and weekdays. */
const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "pl",
  "sv",
  "da",
  "nb",
  "fi",
  "cs",
  "ru",
  "uk",
  "tr",
];

interface Names {
  months: Map<string, number>;
  weekdays: Set<string>;
}

let names: Names | null = null;

/** Returns the number of a month, from 1, by its name in lower case, also if it's cut short; null without one. */
export function monthNamed(word: string): number | null {
  names ??= collectNames();
  return names.months.get(word) ?? null;
}

/** Whether a word in lower case is a weekday, or short for one. */
export function weekdayNamed(word: string): boolean {
  names ??= collectNames();
  return names.weekdays.has(word);
}

/** An abbreviation in two languages, such as `mar`, has the meaning of the first. */
function collectNames(): Names {
  const collected: Names = {
    months: new Map([
      ["sept", 9],
      ["mrz", 3],
    ]),
    weekdays: new Set(),
  };
  for (const language of LANGUAGES) {
    for (const style of ["long", "short"] as const) {
      const month = wordReader(language, { month: style, day: "numeric" });
      const weekday = wordReader(language, { weekday: style });
      for (let number = 1; number <= 12; number += 1) {
        const word = month(Date.UTC(2026, number - 1));
        if (word !== null && !collected.months.has(word)) collected.months.set(word, number);
      }
      for (let day = 1; day <= 7; day += 1) {
        const word = weekday(Date.UTC(2026, 0, day));
        if (word !== null) collected.weekdays.add(word);
      }
    }
  }
  return collected;
}

/** Returns a function that writes the month or weekday of an instant; null for a number or a letter or two. */
function wordReader(language: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (instant: number): string | null => {
    const part = format
      .formatToParts(instant)
      .find(({ type }) => type === "month" || type === "weekday");
    const word = part?.value.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/u)?.[0] ?? "";
    return word.length < 3 ? null : word;
  };
}
