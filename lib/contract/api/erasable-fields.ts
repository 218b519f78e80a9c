// Fields that an empty value in a file can erase, with the words for them. Imports nothing, so that
// browser code can use the values.

export const ERASABLE_FIELDS = [
  "contact",
  "comment",
  "createdAt",
  "code",
  "filename",
  "lang",
] as const;
export type ErasableField = (typeof ERASABLE_FIELDS)[number];

/** Items whose value in the file is empty although a value is stored, by field. */
export type EmptiedCounts = Partial<Record<ErasableField, number>>;

const NAMES: Record<ErasableField, [one: string, many: string]> = {
  contact: ["email address", "email addresses"],
  comment: ["comment", "comments"],
  createdAt: ["date", "dates"],
  code: ["code snippet", "code snippets"],
  filename: ["file name", "file names"],
  lang: ["language", "languages"],
};

/** Returns the counts with their verb: `12 email addresses and 1 comment are`; null if there are none. */
export function emptiedText(emptied: EmptiedCounts): string | null {
  const counts = ERASABLE_FIELDS.map((field) => ({ field, count: emptied[field] ?? 0 }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  const parts = found.map(({ field, count }) => {
    const [one, many] = NAMES[field];
    return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  });
  const isOne = found.length === 1 && found[0]?.count === 1;
  const list = new Intl.ListFormat("en", { style: "long", type: "conjunction" }).format(parts);
  return `${list} ${isOne ? "is" : "are"}`;
}

/** Adds counts to others. */
export function addEmptied(total: EmptiedCounts, more: EmptiedCounts): void {
  for (const field of ERASABLE_FIELDS) {
    const count = (total[field] ?? 0) + (more[field] ?? 0);
    if (count > 0) total[field] = count;
  }
}
