import "server-only";
import type { DocsRules, FileChoice, FoundSite } from "../contract/api/docs-rules.ts";

/** A file of the documentation repository. */
export interface SourceFile {
  /** Relative to the repository's root. */
  path: string;
  /** Changes with the content. */
  id: string;
  /** In bytes. */
  size: number;
}

/** A repository at one commit. Symbolic links that lead to a regular file of the tree are resolved. */
export interface DocsSource {
  /** Regular files, and links inside the tree with the content's ID and the path that they lead to. */
  files: readonly (SourceFile & { target?: string })[];
  /** Returns the contents in the given order. */
  read(files: readonly SourceFile[]): Promise<Buffer[]>;
}

/** The project's rules, completed by the repository, and the address of the site. */
export interface ResolverOptions {
  rules: DocsRules;
  /** `https://example.com/product`, or empty if it isn't known. Its path is the base path. */
  siteAddress: string;
}

/**
 * The result of looking up an address. `tried` are paths that don't exist, the likeliest first; `several` are files
 * that fit equally well, so that none is taken. `choice` names others that fit less well.
 */
export type Resolution =
  | { page: string; file: string; address: string; choice?: FileChoice }
  | { page: string; file: null; tried: string[]; several?: string[] };

/** The documentation of one commit: which address leads to which file. */
export interface DocsMap {
  sites: readonly FoundSite[];
  /** Folders of the rules that aren't in the repository. */
  missingFolders: readonly string[];
  /**
   * Finds the file of an address as readers send it: a path, a path without a slash, or a full URL. Never reads
   * files. The file is the one to edit, also behind a symbolic link.
   */
  resolve(address: string): Resolution;
  /** Returns the address at which a file is published; null if it isn't a page. */
  addressOf(file: string): string | null;
}
