import "server-only";
import { githubSlug } from "../../text/github-slug.ts";
import { normalForm } from "../../text/normal-form.ts";
import { textAt, textsAt, valueAt } from "../config/values.ts";
import type { FrontMatter } from "../front-matter.ts";
import { joinPath, nameOf } from "../tree.ts";
import { textOf } from "./paths.ts";

// Rules of https://squidfunk.github.io/mkdocs-material/plugins/blog/.

/** Where the blog plugin of Material for MkDocs publishes posts. */
export interface BlogRule {
  /** Folder of the posts, relative to that of the pages. */
  posts: string;
  /** Returns the path that a post counts as, relative to the folder of the pages and without extension. */
  pathOf(post: string, matter: FrontMatter): string;
}

/** Reads the options of the plugin, which may be none. */
export function blogRule(options: unknown): BlogRule {
  const blog = joinPath(textAt(options, "blog_dir") ?? "blog") ?? "";
  const posts = (textAt(options, "post_dir") ?? "{blog}/posts").replace("{blog}", () => blog);
  const format = textAt(options, "post_url_format") ?? "{date}/{slug}";
  const dateFormat = textAt(options, "post_url_date_format") ?? "yyyy/MM/dd";
  const most = Number(valueAt(options, "post_url_max_categories") ?? 1);
  return {
    posts: joinPath(posts) ?? "",
    pathOf: (post, matter) => {
      const values: Record<string, string> = {
        categories: textsAt(matter, "categories").slice(0, most).map(slugOf).join("/"),
        date: dateIn(dateFormat, matter.date),
        file: nameOf(post),
        slug: textOf(matter.slug) ?? slugOf(textOf(matter.title) ?? nameOf(post)),
      };
      const path = format.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
      return joinPath(blog, path) ?? post;
    },
  };
}

/** Fills a pattern such as `yyyy/MM/dd`. The date may be `{ created: 2024-01-31 }`. */
function dateIn(pattern: string, date: unknown): string {
  const text = textOf(date) ?? textAt(date, "created") ?? "";
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  const parts: Record<string, string> = {
    yyyy: year,
    MM: month,
    dd: day,
    M: month.replace(/^0/, ""),
    d: day.replace(/^0/, ""),
  };
  return pattern.replace(/yyyy|MM|dd|M|d/g, (part) => parts[part] ?? part);
}

/** As pymdownx.slugs does in lower case. */
function slugOf(title: string): string {
  return githubSlug(normalForm(title, "NFC").trim());
}
