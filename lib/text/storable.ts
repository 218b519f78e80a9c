/** Removes NUL characters, which PostgreSQL rejects, and replaces lone surrogates, which no database stores. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
