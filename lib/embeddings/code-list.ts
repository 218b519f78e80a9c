import "server-only";
import { CODE_BITS, CODE_BYTES, CODE_WORDS } from "./codes.ts";

/** Codes that are compared between two yields: half a millisecond. */
const CODES_PER_SLICE = 4_096;

/** The codes of many vectors in memory, 64 bytes each, with the vectors' numbers. */
export class CodeList {
  #numbers = new Float64Array(CODES_PER_SLICE);
  #words = new Uint32Array(CODES_PER_SLICE * CODE_WORDS);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number that was added last; 0 if there is none. */
  get lastNumber(): number {
    return this.#length === 0 ? 0 : (this.#numbers[this.#length - 1] ?? 0);
  }

  add(number: number, code: Uint8Array): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length] = number;
    new Uint8Array(this.#words.buffer).set(code.subarray(0, CODE_BYTES), this.#length * CODE_BYTES);
    this.#length += 1;
  }

  /** Removes vectors that don't exist anymore. A search that is under way isn't affected. */
  remove(removed: ReadonlySet<number>): void {
    const [numbers, words, length] = [this.#numbers, this.#words, this.#length];
    this.#numbers = new Float64Array(numbers.length);
    this.#words = new Uint32Array(words.length);
    this.#length = 0;
    for (let index = 0; index < length; index++) {
      const number = numbers[index] ?? 0;
      if (removed.has(number)) continue;
      const code = words.subarray(index * CODE_WORDS, (index + 1) * CODE_WORDS);
      this.#numbers[this.#length] = number;
      this.#words.set(code, this.#length * CODE_WORDS);
      this.#length += 1;
    }
  }

  /**
   * Returns the numbers of the vectors whose codes differ least.
   * @param limits.bits codes that differ in more bits don't count
   * @param pause awaited after each half millisecond of work
   */
  async nearest(
    code: Uint8Array,
    limits: { count: number; bits: number },
    pause: () => Promise<void> | undefined,
  ): Promise<number[]> {
    const wanted = new Uint32Array(CODE_WORDS);
    new Uint8Array(wanted.buffer).set(code.subarray(0, CODE_BYTES));
    const [numbers, words, length] = [this.#numbers, this.#words, this.#length];
    const distances = new Uint16Array(length);
    const histogram = new Uint32Array(CODE_BITS + 1);
    for (let start = 0; start < length; start += CODES_PER_SLICE) {
      const end = Math.min(length, start + CODES_PER_SLICE);
      compare(words, wanted, { start, end, distances, histogram });
      await pause();
    }
    const bits = cutoff(histogram, limits);
    const found: { number: number; distance: number }[] = [];
    for (let index = 0; index < length; index++) {
      const distance = distances[index] ?? 0;
      if (distance <= bits) found.push({ number: numbers[index] ?? 0, distance });
    }
    return found
      .sort((one, other) => one.distance - other.distance)
      .slice(0, limits.count)
      .map(({ number }) => number);
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2);
    const words = new Uint32Array(this.#words.length * 2);
    numbers.set(this.#numbers);
    words.set(this.#words);
    this.#numbers = numbers;
    this.#words = words;
  }
}

/** Counts the bits in which codes differ. The innermost loop of every search. */
function compare(
  words: Uint32Array,
  wanted: Uint32Array,
  part: { start: number; end: number; distances: Uint16Array; histogram: Uint32Array },
): void {
  for (let index = part.start; index < part.end; index++) {
    let distance = 0;
    const base = index * CODE_WORDS;
    for (let word = 0; word < CODE_WORDS; word++) {
      let bits = (words[base + word] ?? 0) ^ (wanted[word] ?? 0);
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    part.distances[index] = distance;
    part.histogram[distance] = (part.histogram[distance] ?? 0) + 1;
  }
}

/** Returns the distance up to which there are at least `count` codes. */
function cutoff(histogram: Uint32Array, { count, bits }: { count: number; bits: number }): number {
  let found = 0;
  for (let distance = 0; distance < bits; distance++) {
    found += histogram[distance] ?? 0;
    if (found >= count) return distance;
  }
  return bits;
}
