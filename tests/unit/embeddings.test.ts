import { expect, test, vi } from "vitest";
import { configSecrets } from "../../lib/config/secrets.ts";
import { parseConfig } from "../../lib/config.ts";
import { vectorsIn } from "../../lib/embeddings/answer.ts";
import {
  CALIBRATION_TEXTS,
  knowsEnglish,
  thresholdFrom,
} from "../../lib/embeddings/calibration.ts";
import { CodeList } from "../../lib/embeddings/code-list.ts";
import { codeOf, mostBits } from "../../lib/embeddings/codes.ts";
import { preparedText, textHash } from "../../lib/embeddings/prepared-text.ts";
import { compactVector, cosine } from "../../lib/embeddings/vectors.ts";
import { directionOf } from "../support/embeddings-service.ts";

const URL_AND_MODEL = { EMBEDDINGS_URL: "https://api.example.org/v1", EMBEDDINGS_MODEL: "small" };
const DIMENSIONS = 384;

const compact = (vector: number[]) => compactVector(vector) ?? new Int8Array();
/** A vector at this cosine to that of `center`. */
const near = (center: string, share: number, own: string) => {
  const other = directionOf(own, DIMENSIONS);
  const rest = Math.sqrt(1 - share ** 2);
  const toward = directionOf(center, DIMENSIONS);
  return compact(toward.map((value, at) => share * value + rest * (other[at] ?? 0)));
};

test("a service needs a URL and a model, and its key is a secret", () => {
  expect(parseConfig({}).embeddings).toBeNull();
  const given = { ...URL_AND_MODEL, EMBEDDINGS_URL: "https://api.example.org/v1/" };
  const config = parseConfig({ ...given, EMBEDDINGS_KEY: "a-secret-key" });
  expect(config.embeddings).toEqual({
    url: "https://api.example.org/v1",
    key: "a-secret-key",
    model: "small",
  });
  expect(configSecrets(config)).toContain("a-secret-key");
});

test.each([
  [{ EMBEDDINGS_URL: URL_AND_MODEL.EMBEDDINGS_URL }, "EMBEDDINGS_MODEL: is required when"],
  [{ EMBEDDINGS_MODEL: "small" }, "EMBEDDINGS_URL: is required when EMBEDDINGS_MODEL is set"],
  [{ EMBEDDINGS_KEY: "key" }, "EMBEDDINGS_URL: is required when EMBEDDINGS_KEY is set"],
  [{ ...URL_AND_MODEL, EMBEDDINGS_URL: "ftp://a" }, "EMBEDDINGS_URL: must be an http or https URL"],
  [{ ...URL_AND_MODEL, EMBEDDINGS_URL: "https://a.org/v1/embeddings" }, "must not end with"],
  [{ ...URL_AND_MODEL, EMBEDDINGS_URL: "https://me:word@a.org" }, "must not have a user name"],
  [{ ...URL_AND_MODEL, EMBEDDINGS_URL: "https://a.org/?v=1" }, "must not have a query"],
  [{ ...URL_AND_MODEL, EMBEDDINGS_KEY: "a secret" }, "EMBEDDINGS_KEY: must be printable ASCII"],
  [{ ...URL_AND_MODEL, AGENT_ENVIRONMENT: "EMBEDDINGS_KEY" }, "must not include EMBEDDINGS_KEY"],
])("%o is rejected", (variables, problem) => {
  expect(() => parseConfig(variables)).toThrow(problem);
});

test.each([
  ["  The  link\nis broken ", "The link is broken"],
  ["Ｆｕｌｌ width", "Full width"],
  ["mail jane.doe@example.org or root@localhost", "mail [removed] or [removed]"],
  ["a@b@c, and @scope/package", "a•••@b•••@c, and @scope/package"],
  ["👍 !!", null],
  ["", null],
  ["ok\0", "ok"],
  ["bad \ud800 half", "bad \ufffd half"],
])("of %j, the service reads %j", (comment, text) => {
  expect(preparedText(comment)).toBe(text);
});

test("a long comment is cut, but not within an address", () => {
  const text = preparedText(`${"word ".repeat(795)}jane.doe.of.a.long.name@example.org`);
  expect(text?.length).toBe(2_000);
  const many = preparedText(
    `${"a.reader@mail.example.org ".repeat(153)}jane.doe.of.a.long.name@example.org`,
  );
  expect(many).toMatch(/^(\[removed\] ?)+$/);
  expect(preparedText("長い文章".repeat(2_000))?.length).toBe(2_000);
});

test("an answer with more lists or numbers than vectors have isn't parsed", () => {
  const parse = vi.spyOn(JSON, "parse");
  for (const part of ["[],", "1,", '{"a":1},']) {
    expect(vectorsIn(Buffer.from(`{"data":[${part.repeat(200_000)}1]}`), 1)).toBeNull();
  }
  expect(parse).not.toHaveBeenCalled();
  const row = { index: 0, embedding: Array<number>(4_096).fill(0.5) };
  expect(vectorsIn(Buffer.from(JSON.stringify({ data: [row] })), 1)?.[0]?.length).toBe(4_096);
});

test("the same text has another key with another model", () => {
  expect(textHash("1 small", "text")).toBe(textHash("1 small", "text"));
  expect(textHash("1 small", "text")).not.toBe(textHash("1 large", "text"));
});

test("a byte per dimension is enough for a cosine", () => {
  for (const share of [0.2, 0.5, 0.8, 0.95]) {
    const [one, other] = [directionOf("a", DIMENSIONS), directionOf("b", DIMENSIONS)];
    const mixed = one.map((value, at) => share * value + (1 - share) * (other[at] ?? 0));
    const exact =
      one.reduce((sum, value, at) => sum + value * (mixed[at] ?? 0), 0) / Math.hypot(...mixed);
    expect(Math.abs(cosine(compact(one), compact(mixed)) - exact)).toBeLessThan(0.01);
  }
});

test("codes find the nearest among many", async () => {
  const list = new CodeList();
  for (let number = 1; number <= 5_000; number++) {
    const share = number % 500 === 0 ? 0.7 : 0.1;
    list.add(number, codeOf(near("center", share, `item ${number}`)));
  }
  expect([list.length, list.lastNumber]).toEqual([5_000, 5_000]);
  const code = codeOf(near("center", 1, ""));
  const limits = { count: 256, bits: mostBits(0.6) };
  let turns = 0;
  const found = await list.nearest(code, limits, async () => {
    turns += 1;
  });
  const wanted = Array.from({ length: 10 }, (_, index) => (index + 1) * 500);
  expect(found).toEqual(expect.arrayContaining(wanted));
  // Those that differ about as much are compared exactly, few of all.
  expect(found.length).toBeLessThan(30);
  expect(turns).toBe(2);
  list.remove(new Set(wanted.slice(1)));
  expect(list.length).toBe(4_991);
  const [nearest] = await list.nearest(code, { ...limits, count: 1 }, async () => undefined);
  expect(nearest).toBe(500);
});

/** The vectors of a model with which unrelated texts, and those that say the same, have these cosines. */
const modelWith = (different: number, same: number) =>
  CALIBRATION_TEXTS.map((_, index) => {
    const parts: [string, number][] = [
      ["all", Math.sqrt(different)],
      [`pair ${Math.floor(index / 2)}`, Math.sqrt(Math.max(0, same - different))],
      [`text ${index}`, Math.sqrt(1 - Math.max(same, different))],
    ];
    const sum = Array<number>(DIMENSIONS * 4).fill(0);
    for (const [name, weight] of parts) {
      directionOf(name, sum.length).forEach((value, at) => {
        sum[at] = (sum[at] ?? 0) + weight * value;
      });
    }
    return compact(sum);
  });

test.each([
  [0.1, 0.6],
  [0.75, 0.92],
])("with cosines of %d and %d, texts mean the same from halfway", (different, same) => {
  const threshold = (thresholdFrom(modelWith(different, same)) ?? 0) / 1_000;
  expect(Math.abs(threshold - (different + same) / 2)).toBeLessThan(0.03);
});

test("a model that doesn't tell texts apart has no threshold", () => {
  const vectors = CALIBRATION_TEXTS.map(() => compact([1, 2, 3]));
  expect([thresholdFrom(vectors), knowsEnglish(vectors)]).toEqual([null, false]);
});

test("a model that only knows English has no threshold", () => {
  // Sentences in other languages look alike to it, as to a real model (Universal Sentence Encoder Lite).
  const vectors = modelWith(0.2, 0.6).map((vector, index) =>
    index >= 6 && index % 2 === 1 ? compact([1, ...Array(vector.length - 1).fill(0)]) : vector,
  );
  expect([thresholdFrom(vectors), knowsEnglish(vectors)]).toEqual([null, true]);
});
