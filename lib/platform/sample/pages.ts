import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Correction, PAGES } from "./page-topics.ts";

/** A published page of the sample, with the topics and mistakes that comments mention. */
export type SamplePage = {
  path: string;
  content: string;
  topics: string[];
  corrections: Correction[];
};

const FOLDER = join(/* turbopackIgnore: true */ process.cwd(), "lib/platform/sample/repository");

/** All published pages. The README isn't one of them. */
export const PUBLISHED_PAGES: readonly SamplePage[] = Object.entries(PAGES).map(
  ([path, mentioned]) => ({ path, content: read(path), ...mentioned }),
);

/** `guides/authentication.mdx` is published as `/guides/authentication`. */
export function pageAddress(path: string): string {
  return `/${path.replace(/\.mdx?$/, "")}`;
}

/** Returns every file of the sample repository, with paths relative to its root. */
export function samplePages(): { path: string; content: string }[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(FOLDER, join(parentPath, name)))
    .map((path) => ({ path, content: read(path) }));
}

function read(path: string): string {
  return readFileSync(join(FOLDER, path), "utf8");
}
