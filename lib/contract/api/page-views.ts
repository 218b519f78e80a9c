import { z } from "zod";
import { PAGE_VIEWS } from "./limits.ts";

/** How often pages were viewed, in whatever period the team counts. Pages that occur twice are added up. */
export const pageViews = z.strictObject({
  pages: z
    .array(z.strictObject({ page: z.string().max(PAGE_VIEWS.address), views: z.int().min(0) }))
    .max(PAGE_VIEWS.pages),
});
export type PageViews = z.infer<typeof pageViews>;
