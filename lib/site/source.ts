import "server-only";

/** A file of the documentation repository. */
export interface SourceFile {
  /** Relative to the repository's root. */
  path: string;
  /** Changes with the content. */
  id: string;
  /** In bytes. */
  size: number;
}

/** Where a site's files come from. Files are as they are in one commit. */
export interface SiteSource {
  head(): Promise<string>;
  list(commit: string): Promise<SourceFile[]>;
  /** Returns the contents in the given order. */
  read(files: readonly SourceFile[]): Promise<Buffer[]>;
}
