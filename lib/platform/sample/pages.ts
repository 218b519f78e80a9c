import "server-only";
import { aboutPages } from "./content/about.ts";
import { accountPages } from "./content/account.ts";
import { getStartedPages } from "./content/get-started.ts";
import { deliveryGuides } from "./content/guides-delivery.ts";
import { essentialGuides } from "./content/guides-essentials.ts";
import { operationGuides } from "./content/guides-operations.ts";
import { otherReference } from "./content/reference-other.ts";
import { parcelReference } from "./content/reference-parcels.ts";
import { sdkPages } from "./content/sdks.ts";
import { troubleshootingPages } from "./content/troubleshooting.ts";
import type { SamplePage } from "./page.ts";
import { SAMPLE_PROJECT } from "./site.ts";

const GROUPS: { group: string; pages: SamplePage[] }[] = [
  { group: "Get started", pages: getStartedPages },
  { group: "Guides", pages: [...essentialGuides, ...deliveryGuides, ...operationGuides] },
  { group: "API reference", pages: [...parcelReference, ...otherReference] },
  { group: "Libraries", pages: sdkPages },
  { group: "Troubleshooting", pages: troubleshootingPages },
  { group: "Account", pages: accountPages },
  { group: "About", pages: aboutPages.filter((page) => page.path !== "README.md") },
];

/** All published pages. The README isn't one of them. */
export const PUBLISHED_PAGES: readonly SamplePage[] = GROUPS.flatMap(({ pages }) => pages);

/** `guides/authentication.mdx` is published as `/guides/authentication`. */
export function pageAddress(path: string): string {
  return `/${path.replace(/\.mdx?$/, "")}`;
}

/** Returns every file of the sample repository, with paths relative to its root. */
export function samplePages(): { path: string; content: string }[] {
  const readme = aboutPages.filter((page) => page.path === "README.md");
  const pages = [...readme, ...PUBLISHED_PAGES].map(({ path, content }) => ({ path, content }));
  return [{ path: "docs.json", content: navigation() }, ...pages];
}

function navigation(): string {
  const groups = GROUPS.map(({ group, pages }) => ({
    group,
    pages: pages.map((page) => pageAddress(page.path).slice(1)),
  }));
  const site = { name: SAMPLE_PROJECT.name, theme: "quiet", navigation: { groups } };
  return `${JSON.stringify(site, null, 2)}\n`;
}
