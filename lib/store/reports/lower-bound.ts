import "server-only";

/** Standard deviations of a 95% interval. */
const Z = 1.96;

/**
 * Returns the lower bound of Wilson's 95% interval for a share, so that few cases count little: 0.21 for one
 * of one, 0.72 for ten of ten. Zero without any case.
 */
export function lowerBound(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = part / whole;
  const middle = share + (Z * Z) / (2 * whole);
  const margin = Z * Math.sqrt((share * (1 - share)) / whole + (Z * Z) / (4 * whole * whole));
  return Math.max(0, (middle - margin) / (1 + (Z * Z) / whole));
}

/** Returns the upper bound of the same interval. One without any case. */
export function upperBound(part: number, whole: number): number {
  return 1 - lowerBound(whole - part, whole);
}
