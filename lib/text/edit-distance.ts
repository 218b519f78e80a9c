/**
 * Returns how many letters were added, left out, changed, or swapped with the next.
 * @param most stops above this: each letter is compared with at most 2 * `most` + 1 of the other word
 */
export function editDistance(
  one: ArrayLike<string>,
  other: ArrayLike<string>,
  most: number,
): number {
  const tooMany = most + 1;
  const at = (row: readonly number[], index: number) => row[index] ?? tooMany;
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const current = [i];
    for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j++) {
      const [letter, otherLetter] = [one[i - 1], other[j - 1]];
      const changed = at(previous, j - 1) + (letter === otherLetter ? 0 : 1);
      const least = Math.min(changed, at(previous, j) + 1, at(current, j - 1) + 1);
      const isSwap = i > 1 && j > 1 && letter === other[j - 2] && one[i - 2] === otherLetter;
      current[j] = isSwap ? Math.min(least, at(before, j - 2) + 1) : least;
    }
    [before, previous] = [previous, current];
  }
  return Math.min(at(previous, other.length), tooMany);
}
