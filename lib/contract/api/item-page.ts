// The documentation page that an item is about, as the dashboard's API returns it.
import { z } from "zod";
import { fileChoice } from "./docs-rules.ts";

/** The part of the page that the reader means, or the start of the page if it isn't sure which one that is. */
export const passage = z.strictObject({
  /** Sanitized HTML of the documentation: blocks, links, and code, without IDs, images, and scripts. */
  html: z.string(),
  /**
   * What the passage was found by: the reported code, the comment's quote, or a heading that it names; else `start`.
   */
  foundBy: z.enum(["code", "quote", "heading", "start"]),
  /** Number of places on the page that match; this is the first. */
  places: z.number(),
  /** The heading that it is under, or its own. */
  section: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
  /** Whether the passage is cut. */
  isCut: z.boolean(),
});

/** The part of the documentation that an item is about. */
export const itemPage = z.strictObject({
  /** The page's file on the default branch; null if the repository has no such page. */
  file: z
    .strictObject({
      path: z.string(),
      /** First line of the passage in the file; null if it isn't certain. */
      line: z.number().nullable(),
      /** The file and the line at the code host; null for a repository that isn't on one. */
      url: z.string().nullable(),
      /** The page on the preview of the documentation. */
      preview: z.string(),
    })
    .nullable(),
  /** Paths that a file of the page could have and that don't exist, the likeliest first. */
  tried: z.array(z.string()),
  /** Files that fit equally well, so that none of them was taken. */
  several: z.array(z.string()),
  /** Other files that fit less well than `file`; null if there are none. */
  choice: fileChoice.nullable(),
  /** Null if the page has no text, or too much. */
  passage: passage.nullable(),
});
export type ItemPage = z.infer<typeof itemPage>;
