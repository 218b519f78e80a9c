// Pull requests of the built-in code host. Instants are epoch milliseconds.
import { z } from "zod";

export const pullLine = z.strictObject({
  kind: z.enum(["context", "added", "removed"]),
  text: z.string(),
  /** The line's exact text, if `text` differs from it; null if it is too long, or can't be edited as text. */
  source: z.string().nullable().optional(),
  /** Line numbers before and after the change; null if the line isn't there. */
  oldNumber: z.number().nullable(),
  newNumber: z.number().nullable(),
  /** The characters that differ from the line that it replaces; left out if it replaces none, or differs throughout. */
  marks: z.array(z.tuple([z.number(), z.number()])).optional(),
});
export type PullLine = z.infer<typeof pullLine>;

export const pullHunk = z.strictObject({
  /** Unique in the pull request, and the same on every page of its diff. */
  id: z.string(),
  /** Git's hunk header: `@@ -1,4 +1,5 @@ section`. */
  header: z.string(),
  lines: z.array(pullLine),
});
export type PullHunk = z.infer<typeof pullHunk>;

const fileKind = z.enum(["file", "executable", "symlink", "submodule"]);

export const pullFile = z.strictObject({
  path: z.string(),
  /** The previous path of a renamed file. */
  oldPath: z.string().optional(),
  status: z.enum(["added", "modified", "deleted", "renamed"]),
  /** The kind after the change; for deleted files, the kind before. A symlink's line is its target. */
  kind: fileKind,
  /** The kind before, if it was another one. */
  oldKind: fileKind.optional(),
  /** Names the file's content before and after. */
  version: z.string(),
  additions: z.number(),
  deletions: z.number(),
  hunks: z.array(pullHunk),
  /** Whether its lines aren't shown: it isn't text, or is larger than `LARGE_FILE`. */
  binary: z.boolean(),
  /** Its size in bytes, if its lines aren't shown. */
  size: z.number().optional(),
  /** Whether the diff is cut because it has too many lines. */
  cut: z.boolean(),
});
export type PullFile = z.infer<typeof pullFile>;

/** A file in the list of changed files. */
const listedFile = z.strictObject({
  path: z.string(),
  additions: z.number(),
  deletions: z.number(),
  page: z.number(),
});
export type ListedFile = z.infer<typeof listedFile>;

/** One page of a pull request's changes. */
export const pullDiff = z.strictObject({
  files: z.array(pullFile),
  /** The first thousand changed files of all pages, with the page where each is. */
  fileList: z.array(listedFile),
  /** Changed files on all pages. */
  fileCount: z.number(),
  /** Starts at 1. */
  page: z.number(),
  pages: z.number(),
});
export type PullDiff = z.infer<typeof pullDiff>;

const commitSummary = z.strictObject({ sha: z.string(), title: z.string() });
export type CommitSummary = z.infer<typeof commitSummary>;

export interface PullSummary {
  number: number;
  projectId: string;
  jobId: string;
  title: string;
  state: "open" | "merged" | "closed";
  createdAt: number;
  /** Null while it is open. */
  settledAt: number | null;
}

/** What a pull request changes. Its text is plain and untrusted. */
export const pullChanges = pullDiff.extend({
  body: z.string(),
  branch: z.string(),
  base: z.string(),
  /** The diff's last commit. */
  head: z.string(),
  /** Null once it is settled, while the repository can't be reached, and for one on another code host. */
  mergeable: z.enum(["clean", "conflict"]).nullable(),
  /** Whether the base branch has commits that the branch of an open one on the built-in code host doesn't have. */
  isBehind: z.boolean(),
  /** Whether the repository can't be reached, so that its branches may have newer commits. */
  isOutdated: z.boolean(),
  /** Newest first, at most 100. */
  commits: z.array(commitSummary),
});
export type PullChanges = z.infer<typeof pullChanges>;

export interface PullRequest extends PullSummary, PullChanges {}

/** A pull request as its own page shows it, with where changed pages are shown as they would be published. */
export interface ShownPull extends PullRequest {
  previews: Record<string, string>;
}
