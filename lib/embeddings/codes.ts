import "server-only";

// Random hyperplanes (SimHash): each bit says on which side of one a vector is. Two vectors at an angle differ in a
// share of angle / π of their bits.

/** Bits of a code: enough to estimate an angle to within 4°, two times out of three. */
export const CODE_BITS = 512;
export const CODE_BYTES = CODE_BITS / 8;
export const CODE_WORDS = CODE_BITS / 32;

/** Standard deviations by which the bits of two similar vectors may differ more than expected. */
const TOLERANCE = 4;

/** Returns the code of a vector, which is the same in every process. */
export function codeOf(vector: Int8Array): Uint8Array {
  const dimensions = vector.length;
  const signs = hyperplanes(dimensions);
  const code = new Uint8Array(CODE_BYTES);
  for (let bit = 0; bit < CODE_BITS; bit++) {
    let sum = 0;
    const start = bit * dimensions;
    for (let index = 0; index < dimensions; index++) {
      sum += (vector[index] ?? 0) * (signs[start + index] ?? 0);
    }
    if (sum > 0) code[bit >> 3] = (code[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return code;
}

/** Returns the most bits in which the codes of vectors with at least this cosine differ. */
export function mostBits(cosine: number): number {
  const share = Math.acos(Math.min(1, Math.max(-1, cosine))) / Math.PI;
  const deviation = Math.sqrt(CODE_BITS * share * (1 - share));
  return Math.min(CODE_BITS, Math.ceil(CODE_BITS * share + TOLERANCE * deviation));
}

/** The normals for the dimensions that were used last: all vectors of a model have the same. */
let normals = new Int8Array();

/** Returns the normals of the hyperplanes, of 1 and -1, from a fixed sequence (xorshift32). */
function hyperplanes(dimensions: number): Int8Array {
  if (normals.length === CODE_BITS * dimensions) return normals;
  let state = 0x9e3779b9;
  normals = new Int8Array(CODE_BITS * dimensions).map(() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x10000 ? 1 : -1;
  });
  return normals;
}
