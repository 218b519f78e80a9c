// How a project's addresses lead to files of its documentation repository, and the check of it.

import { z } from "zod";
import { DOCS_GENERATORS } from "./docs-generators.ts";
import { DOCS_RULES } from "./limits.ts";

/** A folder of the repository without slashes at its ends; empty for the root. */
const folder = z
  .string()
  .trim()
  .max(DOCS_RULES.path)
  .overwrite((text) => text.replace(/^\.?\/+|(?<!\/)\/+$/g, ""))
  .refine((text) => !text.split("/").includes(".."), { message: "must be inside the repository" });

/** A `*` on each side at most; it stands for any rest of the address: `/docs/*` → `content/*`. */
const addressRule = z.strictObject({
  /** Address on the site, such as `/docs/*`. */
  from: z.string().trim().min(1).max(DOCS_RULES.path),
  /** Path in the repository, with or without its extension. */
  to: z.string().trim().min(1).max(DOCS_RULES.path),
});
export type AddressRule = z.infer<typeof addressRule>;

/** The team's settings for its documentation. Empty ones are detected in the repository. */
export const docsRules = z.strictObject({
  /** Folders with pages, relative to the repository's root. */
  folders: z.array(folder).max(DOCS_RULES.folders).default([]),
  generator: z.enum(DOCS_GENERATORS).nullable().default(null),
  /** The first rule that matches decides. */
  addressRules: z.array(addressRule).max(DOCS_RULES.rules).default([]),
  /** Language codes that addresses can begin with. */
  languages: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[a-z]{2,3}(?:[-_][\w-]{1,12})?$/i),
    )
    .max(DOCS_RULES.languages)
    .default([]),
  /**
   * What names a page besides the path: nothing, the fragment (`/#/guide`), or a query parameter
   * (`/view?page=guide`).
   */
  pageIn: z
    .union([
      z.literal("path"),
      z.literal("fragment"),
      z.strictObject({ parameter: z.string().regex(/^[\w.-]{1,60}$/) }),
    ])
    .default("path"),
});
export type DocsRules = z.infer<typeof docsRules>;

/** A documentation site that was detected in the repository. */
const foundSite = z.strictObject({
  generator: z.enum(DOCS_GENERATORS),
  /** Folder of its pages; empty for the root. */
  folder: z.string(),
  /** The file that it was recognized by; null if the folder has only pages. */
  recognizedBy: z.string().nullable(),
  /** Prefix of its addresses, such as `/docs`; empty for the root of the host. */
  basePath: z.string(),
  languages: z.array(z.string()),
  pages: z.number(),
  /** Whether that file makes redirects by code, which isn't run. */
  hasUnreadRedirects: z.boolean(),
});
export type FoundSite = z.infer<typeof foundSite>;

/** Why one of several files that an address fits is taken; the first reason that leaves only one. */
const CHOICE_REASONS = ["rule", "site", "index", "path"] as const;

/** Other files that fit an address, and why one of them was taken. */
export const fileChoice = z.strictObject({
  others: z.array(z.string()),
  /**
   * `rule`: an address rule means it first. `site`: its site comes first. `index`: an index comes before a README.
   * `path`: a page comes before a folder of the same name.
   */
  reason: z.enum(CHOICE_REASONS),
});
export type FileChoice = z.infer<typeof fileChoice>;

/** Whether the addresses in a project's feedback lead to files. */
export const docsCheck = z.strictObject({
  /** The commit that was checked. */
  commit: z.string(),
  sites: z.array(foundSite),
  /** Folders of the rules that aren't in the repository. */
  missingFolders: z.array(z.string()),
  /** Whether stored feedback is still being moved to the pages that the current rules name. */
  isRecounting: z.boolean(),
  /** Whether feedback has more pages than were checked. */
  isPartial: z.boolean(),
  /** Different pages in the project's feedback, and how many of them lead to a file. */
  total: z.number(),
  matched: z.number(),
  /** The pages that lead to no file, those with the most feedback first; at most 100. */
  unmatched: z.array(
    z.strictObject({
      page: z.string(),
      items: z.number(),
      tried: z.array(z.string()),
      /** Files that fit equally well, so that none of them was taken. */
      several: z.array(z.string()),
    }),
  ),
  /** The pages that fit more than one file, of which one was taken; at most 100. */
  chosen: z.array(
    z.strictObject({
      page: z.string(),
      items: z.number(),
      file: z.string(),
      ...fileChoice.shape,
    }),
  ),
});
export type DocsCheck = z.infer<typeof docsCheck>;
