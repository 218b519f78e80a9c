// Imports nothing, so that browser code can use the values without zod.

/** Why an item is noise. */
export const NOISE_REASONS = [
  "characters",
  "greeting",
  "test",
  "mashing",
  "spam",
  "injection",
  "paste",
] as const;
export type NoiseReason = (typeof NOISE_REASONS)[number];
