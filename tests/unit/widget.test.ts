import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LANGUAGES, REASONS, TEXT_NAMES, textsOf } from "../../lib/widget/texts.ts";
import { bundleWidget } from "../../scripts/setup/widget-file.mjs";

describe("the widget", () => {
  test("is one script of at most 5.3 KiB, the same from every build", async () => {
    const code = await bundleWidget();
    expect(gzipSync(code).length).toBeLessThanOrEqual(5.3 * 1_024);
    expect(code).not.toMatch(/\bimport (?!\()|\bexport\b|\brequire\b|innerHTML|\beval\b/);
    expect(code.match(/\bimport\(.+?\)/g)).toEqual(["import(`./collect-challenge.js`)"]);
    expect(await bundleWidget()).toBe(code);
  });

  test("has every text in every language", () => {
    expect(Object.keys(LANGUAGES)).toEqual(["en", "de", "es", "fr", "pt", "ja", "zh"]);
    for (const [language, text] of Object.entries(LANGUAGES)) {
      const lines = text.split("\n");
      expect(lines, language).toHaveLength(TEXT_NAMES.length);
      for (const line of lines) expect(line, language).toMatch(/\S/);
    }
  });

  test("finds the language of a tag, and speaks English otherwise", () => {
    expect(textsOf("pt-BR").texts.yes).toBe("Sim");
    for (const tag of ["zh", "zh-CN", "zh-Hans", "zh-SG"]) expect(textsOf(tag).language).toBe("zh");
    expect(textsOf("DE").texts.question).toBe("War diese Seite hilfreich?");
    for (const tag of ["nl", "", "__proto__"]) expect(textsOf(tag).language).toBe("en");
  });

  test.each(["zh-TW", "zh-Hant", "zh-Hant-TW", "zh-HK", "zh-MO", "ZH-tw"])(
    "shows no Simplified Chinese to readers of %s",
    (tag) => expect(textsOf(tag).language).toBe("en"),
  );

  test("sends the reasons that the reader sees, in English", () => {
    const { texts } = textsOf("en");
    expect(REASONS.map((name) => texts[name])).toEqual([
      "Inaccurate or outdated",
      "Missing information",
      "Hard to understand",
      "Doesn't work",
    ]);
  });
});
