import { describe, expect, test } from "vitest";
import { feedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { PUBLISHED_PAGES, pageAddress, samplePages } from "../../lib/platform/sample/pages.ts";
import { SAMPLE_SITE_URL } from "../../lib/platform/sample/site.ts";

const NOW = Date.UTC(2026, 2, 4, 16, 20);
const DAY = 86_400_000;
const entries = sampleEntries({ now: NOW });
const contents = new Map(samplePages().map(({ path, content }) => [path, content]));
const addresses = new Map(PUBLISHED_PAGES.map(({ path }) => [pageAddress(path), path]));

const CORRECTION =
  /"([^"\n]+)" should be "([^"\n]+)"|“([^”\n]+)” should be “([^”\n]+)”|`([^`\n]+)` should be `([^`\n]+)`/g;

function correctionsIn(comment: string | null): { wrong: string; right: string }[] {
  return [...(comment ?? "").matchAll(CORRECTION)].map((match) => ({
    wrong: match[1] ?? match[3] ?? match[5] ?? "",
    right: match[2] ?? match[4] ?? match[6] ?? "",
  }));
}

function fileNamedBy(path: string): string | undefined {
  const address = new URL(path, `${SAMPLE_SITE_URL}/`).pathname.replace(/(.)\/$/, "$1");
  return addresses.get(address);
}

describe("sample pages", () => {
  test("are a documentation repository with navigation to every page", () => {
    expect(contents.size).toBeGreaterThanOrEqual(40);
    expect(contents.get("README.md")).toContain("# Parcel Relay");
    const { navigation } = JSON.parse(contents.get("docs.json") ?? "");
    const listed = navigation.groups.flatMap((group: { pages: string[] }) => group.pages);
    expect(listed.map((page: string) => `/${page}`).sort()).toEqual([...addresses.keys()].sort());
  });

  test("contain each mistake once, and its correction removes it", () => {
    const withMistakes = PUBLISHED_PAGES.filter(({ corrections }) => corrections.length > 0);
    expect(withMistakes.length).toBeGreaterThanOrEqual(25);
    for (const { path, content, corrections } of withMistakes) {
      for (const { wrong, right } of corrections) {
        expect(content.split(wrong), `${path}: ${wrong}`).toHaveLength(2);
        expect(content.replace(wrong, right)).not.toContain(wrong);
      }
    }
  });

  test("link only to pages that exist", () => {
    for (const { path, content } of PUBLISHED_PAGES) {
      for (const [, target] of content.matchAll(/\]\((\/[^)]+)\)/g)) {
        expect(addresses.has(target ?? ""), `${path} links to ${target}`).toBe(true);
      }
    }
  });
});

describe("sample entries", () => {
  test("depend on the seed, not on the time, and match the count", () => {
    expect(sampleEntries({ now: NOW })).toEqual(entries);
    expect(entries).toHaveLength(4_000);
    expect(sampleEntries({ now: NOW, count: 7 })).toHaveLength(7);
    const undated = (list: typeof entries) => list.map(({ createdAt: _, ...rest }) => rest);
    const later = sampleEntries({ now: NOW + 37.3 * DAY });
    expect(undated(later)).toEqual(undated(entries));
    const other = new Set(sampleEntries({ now: NOW, seed: 2 }).map(({ id }) => id));
    expect(entries.some(({ id }) => other.has(id))).toBe(false);
  });

  test("have exactly the documented shape and unique IDs", () => {
    for (const entry of entries) feedbackEntry.parse(entry);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.every(({ id }) => /^fb_[0-9a-z]{12}$/.test(id))).toBe(true);
  });

  test("cover every source and status in realistic shares", () => {
    const share = (source: string) =>
      entries.filter((entry) => entry.source === source).length / entries.length;
    for (const source of SOURCES) expect(share(source)).toBeGreaterThan(0.08);
    expect(share("contextual")).toBeGreaterThan(share("thumbs_only"));
    for (const status of STATUSES) {
      expect(entries.filter((entry) => entry.status === status).length).toBeGreaterThan(50);
    }
    const recent = entries.filter(({ createdAt }) => Date.parse(createdAt ?? "") > NOW - 14 * DAY);
    const pending = recent.filter(({ status }) => status === "pending");
    expect(pending.length / recent.length).toBeGreaterThan(0.6);
  });

  test("are from the last 180 days, some with the same date, some without one", () => {
    const dates = entries.flatMap(({ createdAt }) => (createdAt ? [Date.parse(createdAt)] : []));
    expect(Math.max(...dates)).toBeLessThanOrEqual(NOW);
    expect(Math.min(...dates)).toBeGreaterThanOrEqual(NOW - 180 * DAY);
    expect(entries.length - dates.length).toBeGreaterThan(15);
    expect(dates.length - new Set(dates).size).toBeGreaterThan(5);
  });

  test("quote corrections of text that is in the page", () => {
    const pages = new Set<string>();
    for (const { comment, path } of entries) {
      for (const { wrong } of correctionsIn(comment)) {
        const file = fileNamedBy(path);
        expect(contents.get(file ?? ""), `${path}: ${wrong}`).toContain(wrong);
        pages.add(file ?? "");
      }
    }
    expect(pages.size).toBeGreaterThanOrEqual(25);
  });

  test("start with pending corrections of several pages", () => {
    const newest = entries
      .filter(({ createdAt }) => Date.parse(createdAt ?? "") > NOW - 4 * 3_600_000)
      .filter(({ comment }) => correctionsIn(comment).length > 0);
    expect(new Set(newest.map(({ path }) => path)).size).toBeGreaterThanOrEqual(3);
    expect(newest.every(({ status }) => status === "pending")).toBe(true);
  });

  test("vary in text, script, length and path", () => {
    const comments = entries.flatMap(({ comment }) => comment ?? []);
    expect(new Set(comments).size).toBeGreaterThan(400);
    expect(Math.max(...comments.map((comment) => comment.length))).toBeGreaterThan(5_000);
    expect(Math.max(...comments.map((comment) => comment.length))).toBeLessThanOrEqual(6_000);
    for (const script of ["Hiragana", "Arabic", "Devanagari", "Han", "Cyrillic", "Hangul"]) {
      const pattern = new RegExp(`\\p{Script=${script}}`, "u");
      expect(
        comments.some((comment) => pattern.test(comment)),
        script,
      ).toBe(true);
    }
    const long = entries.filter(
      (entry) => entry.source === "code_snippet" && entry.code.split("\n").length > 200,
    );
    expect(long.length).toBeGreaterThanOrEqual(5);
    const paths = entries.map(({ path }) => path);
    for (const form of [/^\//, /^[a-z]+\//, /^https:/, /#/, /\?/]) {
      expect(
        paths.some((path) => form.test(path)),
        String(form),
      ).toBe(true);
    }
    expect(paths.some((path) => fileNamedBy(path) === undefined)).toBe(true);
    const contacts = entries.flatMap((entry) => ("contact" in entry ? (entry.contact ?? []) : []));
    expect(contacts.length).toBeGreaterThan(100);
    expect(contacts.every((contact) => /@example\.(org|com)$/.test(contact))).toBe(true);
  });

  test.each([
    ["markup", /<script>|onerror=/],
    ["script links", /\]\(javascript:/],
    ["formulas", /^=HYPERLINK/],
    ["formulas with a sign", /^[+@-]\S*cmd\|/],
    ["instructions to an agent", /Ignore all previous instructions/],
    ["a role", /^SYSTEM: /],
    ["a false end of the quote", /<<<END>>>|end of quoted feedback/],
    ["a closing tag", /<\/feedback>/],
    ["a fence", /^```$/m],
    ["bidirectional controls", /\u202e|\u2066/],
    ["invisible characters", /\u200b/],
    ["tag characters", /\u{e0041}/u],
    ["combining marks", /\p{M}{3}/u],
    ["a word without a break", /\S{300}/],
    ["a prototype key", /__proto__/],
    ["quotes of SQL", /%_'";--/],
  ])("include hostile text: %s", (_, pattern) => {
    expect(entries.some(({ comment }) => comment !== null && pattern.test(comment))).toBe(true);
  });
});
