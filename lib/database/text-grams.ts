import "server-only";

/** Returns the distinct tokens of a text's characters and pairs of characters: `68 68x69 69`. */
export function textGrams(text: string): string {
  const grams = new Set<string>();
  let before: string | null = null;
  for (const character of text) {
    const gram = (character.codePointAt(0) ?? 0).toString(16);
    grams.add(gram);
    if (before !== null) grams.add(`${before}x${gram}`);
    before = gram;
  }
  return [...grams].join(" ");
}
