import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** The pairs of colors in a style sheet by name, the light one first. Names that are given twice are numbered. */
function colorsIn(path: string): Map<string, [light: string, dark: string]> {
  const found = new Map<string, [string, string]>();
  for (const [, name = "", light = "", dark = ""] of read(path).matchAll(
    /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
  )) {
    found.set(found.has(name) ? `${name} ${found.size}` : name, [light, dark]);
  }
  return found;
}

const TOKENS = colorsIn("app/globals.css");

/** WCAG's contrast for text, and for what isn't text. */
const [TEXT, SIGN] = [4.5, 3];
const TEXTS = ["ink", "muted", "accent", "good", "warn", "bad"];
const BACKGROUNDS = [
  ...["surface", "raised", "sunken", "float"],
  ...["accent-soft", "good-soft", "warn-soft", "bad-soft"],
];
/** Hairlines divide what stands apart without them. */
const DECORATION = ["line"];
const PAIRS: [color: string, backgrounds: string[], least: number][] = [
  ...TEXTS.map((color): [string, string[], number] => [color, BACKGROUNDS, TEXT]),
  ["line-strong", BACKGROUNDS, SIGN],
  ["ink", ["mark"], TEXT],
  ["accent-ink", ["accent"], TEXT],
];

/** Returns the contrast of two colors as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns `share` of one color in another, as `color-mix(in srgb)` does. */
function mixed(one: string, share: number, other: string): string {
  const others = channels(other);
  const mix = channels(one).map((value, at) => value * share + (others[at] ?? 0) * (1 - share));
  return `#${mix.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

test("each color has a use whose contrast is checked", () => {
  const used = PAIRS.flatMap(([color, backgrounds]) => [color, ...backgrounds]);
  expect([...TOKENS.keys()].sort()).toEqual([...new Set([...used, ...DECORATION])].sort());
});

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("in the %s theme,", (_theme, at) => {
  const token = (name: string) =>
    TOKENS.get(name)?.[at] ?? expect.fail(`There is no color ${name}.`);

  test.each(PAIRS)("%s can be read on %j", (color, backgrounds, least) => {
    for (const background of backgrounds) {
      const found = contrast(token(color), token(background));
      expect(found, `${color} on ${background}`).toBeGreaterThanOrEqual(least);
    }
  });

  test("the series of charts can be seen on the page", () => {
    const series = colorsIn("components/insights/charts.css");
    expect(series.size).toBe(4);
    for (const [name, colors] of series) {
      expect(contrast(colors[at], token("surface")), name).toBeGreaterThanOrEqual(SIGN);
    }
  });

  test("labels can be read on their colors", () => {
    const css = read("components/feedback/label-chips.css");
    const share = Number(/background: color-mix\(in srgb, var\(--label\) (\d+)%/.exec(css)?.[1]);
    const labels = colorsIn("components/feedback/label-chips.css");
    expect(labels.size).toBe(7);
    for (const [name, colors] of labels) {
      const chip = mixed(colors[at], share / 100, token("surface"));
      expect(contrast(token("ink"), chip), name).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(colors[at], chip), `the dot of ${name}`).toBeGreaterThanOrEqual(SIGN);
    }
  });
});
