/** Where a word of JSON text or prose ends, as far as addresses go. */
const WORDS = /[^\s"'<>()[\]{},;:\\|]+/gu;
/** As it is written, as it is written in Chinese and Japanese, and as it is written in a URL. */
const AT = /(@|＠|%40)/iu;

/**
 * `text` with the names in e-mail addresses hidden: `a•••@example.org`. Other words with an at sign
 * lose what stands before it as well, as one cannot tell for certain.
 */
export function maskAddresses(text: string): string {
  return text.replace(WORDS, (word) => (AT.test(word) ? hidden(word) : word));
}

function hidden(word: string): string {
  const pieces = word.split(AT);
  return pieces
    .map((piece, index) => (index + 1 < pieces.length ? shortened(piece) : piece))
    .join("");
}

function shortened(piece: string): string {
  const [initial = ""] = piece;
  return piece === "" || AT.test(piece) ? piece : `${initial}•••`;
}
