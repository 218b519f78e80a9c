import "server-only";
import { z } from "zod";
import { submission } from "../../contract/collect/submission.ts";

/** What Fumadocs passes to `onSendAction` of its page feedback (docs/collect.md, "Fumadocs"). */
export const fumadocsSubmission = z
  .object({
    opinion: z.enum(["good", "bad"], { error: "must be good or bad" }),
    url: submission.shape.url,
    /** Empty if the reader wrote nothing. */
    message: submission.shape.comment,
  })
  .transform(({ opinion, url, message }) => ({
    url,
    helpful: opinion === "good",
    comment: message,
  }));
