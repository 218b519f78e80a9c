import { z } from "zod";

/** The error body of both operation groups (docs/contract/platform.md, "Errors"). */
export const platformError = z.object({
  error: z.string(),
  details: z.array(z.object({ message: z.string() })).optional(),
});
export type PlatformError = z.infer<typeof platformError>;
