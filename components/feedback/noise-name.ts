const NAMES: Record<string, string> = {
  characters: "No words",
  greeting: "Only a greeting",
  test: "Test",
  mashing: "Random keys",
  spam: "Spam",
  injection: "Instructions to an AI",
  paste: "Pasted log or request",
};

/** Returns why an item is noise, in words. @param reason a `NoiseReason`, or empty for none */
export function noiseName(reason: string): string {
  return reason === "" ? "Not noise" : (NAMES[reason] ?? "Noise");
}
