import { createHash } from "node:crypto";
import { readDocsMap } from "../../lib/docs-site/read-docs-map.ts";
import { createSite, type Site, type SitePage } from "../../lib/site/site.ts";
import { NO_RULES } from "./find-files.ts";

/** A site over files in memory, at `/site/docs`. `reads` are the files that it read, without those of the resolver. */
export function siteOf(files: Record<string, string>): Site & { reads: string[] } {
  const reads: string[] = [];
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    id: createHash("sha1").update(content).digest("hex"),
    size: Buffer.byteLength(content),
  }));
  const read = async (wanted: readonly { path: string }[]) =>
    wanted.map(({ path }) => Buffer.from(files[path] ?? ""));
  const source = {
    newest: async () => ({
      key: "1",
      files: listed,
      map: await readDocsMap({ files: listed, read }, NO_RULES),
    }),
    read: (wanted: readonly { path: string }[]) => {
      reads.push(...wanted.map(({ path }) => path));
      return read(wanted);
    },
    urlOf: async (file: string) => `https://github.com/o/r/blob/main/${file}`,
  };
  return { ...createSite(source, "/site/docs"), reads };
}

/** Returns a page of the site. */
export async function pageOf(site: Site, address: string): Promise<SitePage> {
  const answer = await site.open(address);
  if (answer.kind !== "page") throw new Error(`${address} is ${answer.kind}`);
  return answer;
}

/** Renders one page, beside which there are `guides/auth.md` and `images/flow.png`. */
export async function rendered(text: string, name = "start.mdx"): Promise<string> {
  const site = siteOf({ [name]: text, "guides/auth.md": "# Auth", "images/flow.png": "png" });
  const { html } = await pageOf(site, `/${name.replace(/\.mdx?$/, "")}`);
  return html.trim();
}
