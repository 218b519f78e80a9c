/** Maximum length of a prompt, in characters. */
export const PROMPT_LIMIT = 200_000;

/** Returns a prompt's length in characters (code points) and, roughly, in tokens. */
export function promptSize(text: string): { characters: number; tokens: number } {
  let characters = 0;
  let beyondAscii = 0;
  for (const character of text) {
    characters += 1;
    if (character > "\u007f") beyondAscii += 1;
  }
  // About four English letters make a token; letters of other scripts are often a token each.
  return { characters, tokens: Math.ceil((characters - beyondAscii) / 4 + beyondAscii) };
}
