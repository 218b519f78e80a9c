import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const css = readFileSync(fileURLToPath(new URL("../../app/globals.css", import.meta.url)), "utf8");
/** The colors of each theme by name. */
const [light, dark] = [2, 3].map(
  (theme) =>
    new Map(
      [...css.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
        (match) => [match[1] ?? "", match[theme] ?? ""] as const,
      ),
    ),
);

/** WCAG's contrast for text, and for what isn't text. */
const [TEXT, SIGN] = [4.5, 3];
const SURFACES = ["surface", "raised", "sunken"];
const PAIRS: [color: string, backgrounds: string[], least: number][] = [
  ["ink", [...SURFACES, "accent-soft", "warn-soft", "bad-soft", "mark"], TEXT],
  ["muted", [...SURFACES, "accent-soft"], TEXT],
  ["accent", [...SURFACES, "accent-soft"], TEXT],
  ["good", [...SURFACES, "good-soft"], TEXT],
  ["warn", [...SURFACES, "warn-soft"], TEXT],
  ["bad", [...SURFACES, "bad-soft"], TEXT],
  ["accent-ink", ["accent"], TEXT],
  ["line-strong", ["surface", "raised"], SIGN],
];

/** Returns the contrast of two colors as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each([
  ["light", light],
  ["dark", dark],
])("the colors of the %s theme", (_theme, colors = new Map()) => {
  test.each(PAIRS)("%s can be read on %j", (color, backgrounds, least) => {
    for (const background of backgrounds) {
      const [one, other] = [colors.get(color), colors.get(background)];
      if (!one || !other) expect.fail(`no color ${color} or ${background}`);
      expect(contrast(one, other), `${color} on ${background}`).toBeGreaterThanOrEqual(least);
    }
  });
});
