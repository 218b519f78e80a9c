import "server-only";
import type { DocsGenerator } from "../contract/api/docs-generators.ts";
import type { FileChoice } from "../contract/api/docs-rules.ts";

/** A file of the documentation repository. */
export interface SourceFile {
  /** Relative to the repository's root. */
  path: string;
  /** Changes with the content. */
  id: string;
  /** In bytes. */
  size: number;
  /** The file that this one is a symbolic link to. It has the content. */
  target?: string;
}

/** The map from addresses to files. A site decides nothing about that by itself. */
export interface AddressMap {
  sites: readonly {
    generator: DocsGenerator;
    /** Folder of the pages; empty for the root. */
    folder: string;
    /** Prefix of its addresses, such as `/docs`; empty for the root. */
    basePath: string;
  }[];
  resolve(
    address: string,
  ):
    | { file: string; address: string; choice?: FileChoice }
    | { file: null; tried: readonly string[]; several?: readonly string[] };
  /** Returns null for a file that isn't a page. */
  addressOf(file: string): string | null;
}

/** The documentation at one commit. */
export interface SiteSnapshot {
  /** Identifies the commit and the map's rules. */
  key: string;
  files: readonly SourceFile[];
  map: AddressMap;
}

/** Where a site's files come from. */
export interface SiteSource {
  newest(): Promise<SiteSnapshot>;
  /** Returns the contents in the given order. */
  read(files: readonly SourceFile[]): Promise<Buffer[]>;
  /** Returns the web address of a file at the code host, or null. */
  urlOf(file: string): Promise<string | null>;
}
