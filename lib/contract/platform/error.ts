import { z } from "zod";

/** The error body of both operation groups (contract: "Errors"; `details` may be absent). */
export const platformError = z.object({
  error: z.string(),
  details: z.array(z.object({ message: z.string() })).optional(),
});
export type PlatformError = z.infer<typeof platformError>;
