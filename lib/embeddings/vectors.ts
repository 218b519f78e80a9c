import "server-only";

/** The most dimensions of a vector. */
export const MAX_DIMENSIONS = 4_096;
const MAX_COMPONENT = 127;

/**
 * Returns a vector with a byte per dimension, which changes cosines by less than 0.01; null if it has no direction
 * or isn't made of finite numbers.
 */
export function compactVector(vector: readonly unknown[]): Int8Array | null {
  if (vector.length === 0 || vector.length > MAX_DIMENSIONS) return null;
  let largest = 0;
  for (const value of vector) {
    if (typeof value !== "number" || !Number.isFinite(value)) return null;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return null;
  return Int8Array.from(vector, (value) => Math.round((Number(value) / largest) * MAX_COMPONENT));
}

/** Returns the cosine of the angle between two vectors of the same length. */
export function cosine(one: Int8Array, other: Int8Array): number {
  let [dot, first, second] = [0, 0, 0];
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [one[index] ?? 0, other[index] ?? 0];
    dot += a * b;
    first += a * a;
    second += b * b;
  }
  return dot / Math.sqrt(first * second);
}

/** Views bytes of a database as a vector, without copying them. */
export function vectorFrom({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength);
}
