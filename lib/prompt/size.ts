/** Most characters of a prompt. */
export const PROMPT_LIMIT = 200_000;

/** How long a prompt is, in characters (code points) and, roughly, in a model's tokens. */
export function promptSize(text: string): { characters: number; tokens: number } {
  let characters = 0;
  let beyondAscii = 0;
  for (const character of text) {
    characters += 1;
    if (character > "\u007f") beyondAscii += 1;
  }
  // Four letters of English make a token; letters of other scripts often make one each.
  return { characters, tokens: Math.ceil((characters - beyondAscii) / 4 + beyondAscii) };
}
