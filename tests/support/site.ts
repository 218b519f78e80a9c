import { createHash } from "node:crypto";
import { openSite, type Site, type SitePage } from "../../lib/site/site.ts";

/** A site over files in memory, at `/site/docs`. */
export function siteOf(files: Record<string, string>): Site & { reads: string[] } {
  const reads: string[] = [];
  const source = {
    head: async () => "1",
    list: async () =>
      Object.entries(files).map(([path, content]) => ({
        path,
        id: createHash("sha1").update(content).digest("hex"),
        size: Buffer.byteLength(content),
      })),
    read: async (wanted: readonly { path: string }[]) =>
      wanted.map(({ path }) => {
        reads.push(path);
        return Buffer.from(files[path] ?? "");
      }),
  };
  return { ...openSite(source, "/site/docs"), reads };
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
