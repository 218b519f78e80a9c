// A page of a pull request as it is rendered before and after the change.
import { z } from "zod";

/** The first and the last line in the page's file, counted from 1. */
const lines = z.tuple([z.number(), z.number()]);

/**
 * Sanitized HTML; null if the side has no such block. In `changed` blocks, differences are in `ins` and `del`. `hidden`
 * blocks aren't shown.
 */
export const renderedRow = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("same"), html: z.string() }),
  z.strictObject({
    kind: z.literal("changed"),
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** Where the change is in the file before and after it; null where it has no lines of its own. */
    oldLines: lines.nullable(),
    newLines: lines.nullable(),
  }),
  z.strictObject({ kind: z.literal("hidden"), blocks: z.number() }),
]);
export type RenderedRow = z.infer<typeof renderedRow>;

export const renderedPage = z.strictObject({
  rows: z.array(renderedRow),
  /** Whether the page is too large to render; there are no rows then. */
  isTooLarge: z.boolean(),
});
export type RenderedPage = z.infer<typeof renderedPage>;

/** A changed page as the person sees it in the diff: its paths, its content before and after, and the diff's last commit. */
export const renderedPageQuery = z.strictObject({
  path: z.string().min(1).max(4_096),
  oldPath: z.string().min(1).max(4_096).optional(),
  version: z.string().min(1).max(200),
  head: z.string().min(1).max(100),
  /** Whether blocks far from any change are shown, too. */
  whole: z.enum(["true", "false"]).optional(),
});
export type RenderedPageQuery = z.infer<typeof renderedPageQuery>;
