// What the built-in code host tells of a pull request. Types only. Instants are epoch milliseconds.

export interface PullLine {
  kind: "context" | "added" | "removed";
  text: string;
  /** Line numbers before and after; null where the line is not there. */
  oldNumber: number | null;
  newNumber: number | null;
}

export interface PullHunk {
  /** As git writes it: `@@ -1,4 +1,5 @@ section`. */
  header: string;
  lines: PullLine[];
}

export interface PullFile {
  path: string;
  /** The former path of a renamed file. */
  oldPath?: string;
  status: "added" | "modified" | "deleted" | "renamed";
  /** What it is after the change, or was before it is deleted. A link's line is where it points. */
  kind: "file" | "executable" | "symlink" | "submodule";
  additions: number;
  deletions: number;
  hunks: PullHunk[];
  binary: boolean;
  /** Whether lines were left out because there are too many to show. */
  cut: boolean;
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

/** Title and body are plain text that strangers had a part in. */
export interface PullRequest extends PullSummary {
  body: string;
  branch: string;
  base: string;
  /** Null once it is settled, or while the repository cannot be reached. */
  mergeable: "clean" | "conflict" | null;
  files: PullFile[];
  /** Newest first, at most 100. */
  commits: CommitSummary[];
}
