import "server-only";

/** How a page is written. `text` is every other format, which is shown as it is. */
export type PageFormat = "markdown" | "mdx" | "text";

/** A file in Git LFS is a pointer in the repository. */
const LFS = "version https://git-lfs.github.com/spec/v1\n";
export const LFS_NOTICE = "This file is stored in Git LFS, so its text isn’t here.";

/** Most characters of a page in which a module's import is looked for. */
const MAX_HEAD = 20_000;

/** Decodes a page: UTF-16 by its byte order mark, UTF-8, or else Windows-1252. Lines end with `\n`. */
export function decodePage(bytes: Buffer): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r\n?/g, "\n");
  return text.startsWith(LFS) ? `${LFS_NOTICE}\n` : text;
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** Some generators take every `.md` for MDX. Such a page imports its components. */
export function pageFormat(path: string, text: string): PageFormat {
  if (/\.mdx$/i.test(path)) return "mdx";
  if (!/\.(?:md|markdown)$/i.test(path)) return "text";
  const isModule = /^import [\w{*][^\n'"]{0,300} from ['"]/m.test(text.slice(0, MAX_HEAD));
  return isModule ? "mdx" : "markdown";
}
