import { readFileSync } from "node:fs";
import { NOISE_REASONS, type NoiseReason } from "../../lib/contract/api/noise.ts";
import { noiseReason } from "../../lib/noise/noise.ts";

/** A comment, and whether a person says that it is noise. */
export interface LabeledComment {
  /** Empty for noise. */
  language: string;
  /** Why it is noise; null for feedback. */
  noise: NoiseReason | null;
  /** Whether it says nothing but that the documentation is good. */
  praise: boolean;
  /** The rating: 1, 0, or null. */
  helpful: number | null;
  comment: string;
}

/** Returns the labeled comments, which were written for Errata. In the file, `\\n` is a line break. */
export function labeledComments(): LabeledComment[] {
  const file = new URL("../fixtures/noise-comments.tsv", import.meta.url);
  const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [language = "", label, rating, comment = ""] = line.split("\t");
    return {
      language,
      comment: comment.replaceAll("\\n", "\n"),
      noise: NOISE_REASONS.find((reason) => reason === label) ?? null,
      praise: label === "praise",
      helpful: rating === "" ? null : Number(rating === "up"),
    };
  });
}

/** What the rules find. */
export function scoreOf({ comment, helpful }: LabeledComment): NoiseReason | null {
  return noiseReason({ comment, code: null, helpful });
}
