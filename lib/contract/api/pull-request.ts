// Pull requests of the built-in code host. Types only. Instants are epoch milliseconds.

export interface PullLine {
  kind: "context" | "added" | "removed";
  text: string;
  /** Line numbers before and after the change; null if the line isn't there. */
  oldNumber: number | null;
  newNumber: number | null;
}

export interface PullHunk {
  /** Git's hunk header: `@@ -1,4 +1,5 @@ section`. */
  header: string;
  lines: PullLine[];
}

export interface PullFile {
  path: string;
  /** The previous path of a renamed file. */
  oldPath?: string;
  status: "added" | "modified" | "deleted" | "renamed";
  /** The kind after the change; for deleted files, the kind before. A symlink's line is its target. */
  kind: "file" | "executable" | "symlink" | "submodule";
  additions: number;
  deletions: number;
  hunks: PullHunk[];
  binary: boolean;
  /** Whether the diff is cut because it has too many lines. */
  cut: boolean;
}

/** A file in the list of changed files. */
export interface ListedFile {
  path: string;
  additions: number;
  deletions: number;
  page: number;
}

/** One page of a pull request's changes. */
export interface PullDiff {
  files: PullFile[];
  /** The first thousand changed files of all pages, with the page where each is. */
  fileList: ListedFile[];
  /** Changed files on all pages. */
  fileCount: number;
  /** Starts at 1. */
  page: number;
  pages: number;
}

export interface CommitSummary {
  sha: string;
  title: string;
}

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

/** Title and body are plain text and untrusted. */
export interface PullRequest extends PullSummary, PullDiff {
  body: string;
  branch: string;
  base: string;
  /** Null once it is settled, or while the repository can't be reached. */
  mergeable: "clean" | "conflict" | null;
  /** Newest first, at most 100. */
  commits: CommitSummary[];
}
