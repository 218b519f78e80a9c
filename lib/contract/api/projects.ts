import { z } from "zod";

export const projectSummary = z.strictObject({ id: z.string(), name: z.string() });
export type ProjectSummary = z.infer<typeof projectSummary>;
