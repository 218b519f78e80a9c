import { afterEach, beforeEach, expect, test } from "vitest";
import { CALIBRATION_TEXTS } from "../../lib/embeddings/calibration.ts";
import { requestEmbeddings } from "../../lib/embeddings/client.ts";
import {
  EMBEDDINGS_KEY,
  startEmbeddings,
  type TestEmbeddings,
} from "../support/embeddings-service.ts";
import { faults } from "../support/misbehaving-platform.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");

let service: TestEmbeddings;
beforeEach(async () => {
  service = await startEmbeddings();
});
afterEach(() => service.close());

const send = (texts: readonly string[], timeLimit?: number, signal?: AbortSignal) =>
  requestEmbeddings({ url: service.url, key: EMBEDDINGS_KEY, model: "test" }, texts, {
    now: NOW,
    signal: signal ?? new AbortController().signal,
    timeLimit,
  });

test("vectors come in the order of the texts", async () => {
  const together = await send(CALIBRATION_TEXTS.slice(0, 3));
  const alone = await send(CALIBRATION_TEXTS.slice(2, 3));
  expect(together.length).toBe(3);
  expect(together[2]).toEqual(alone[0]);
  expect(together[0]).not.toEqual(together[2]);
});

test("a service without a key gets none", async () => {
  const { url } = service;
  const signal = new AbortController().signal;
  await requestEmbeddings({ url, key: null, model: "test" }, ["a"], { now: NOW, signal });
  expect(service.requests[0]?.headers.authorization).toBeUndefined();
});

const body = (text: string) => faults.status(200, {}, text);
const row = (embedding: unknown, index: unknown = 0) => ({ index, embedding });
const rows = (...data: unknown[]) => faults.json({ data });
const INVALID = "isn't a list with one vector per text";
const LOST = "Couldn't reach the service (";

test.each([
  ["429", faults.status(429), "returned 429: too many requests"],
  ["500", faults.status(500), "returned 500"],
  ["401", faults.status(401), "the key was rejected. Check EMBEDDINGS_KEY"],
  ["404", faults.status(404), "Check EMBEDDINGS_URL and EMBEDDINGS_MODEL"],
  [
    "a redirect",
    faults.redirect("http://127.0.0.1:1/"),
    "To protect the key, Errata didn't follow it",
  ],
  ["nothing", faults.hang, "didn't respond within 1 second"],
  ["a byte at a time", faults.drip, "didn't respond within 1 second"],
  ["a closed connection", faults.reset, LOST],
  ["half an answer", faults.cutOff, LOST],
  ["half of its JSON", faults.truncatedJson, INVALID],
  ["a web page", faults.html, INVALID],
  ["50 MB", faults.huge(50), "too large"],
  ["a text", faults.json("hello"), INVALID],
  ["too few vectors", rows(), INVALID],
  ["too many vectors", rows(row([1]), row([1], 1)), INVALID],
  ["no vector", rows({ index: 0 }), INVALID],
  ["an empty vector", rows(row([])), INVALID],
  ["a vector of texts", rows(row(["1", "2"])), INVALID],
  ["no number", body('{"data":[{"index":0,"embedding":[NaN]}]}'), INVALID],
  ["an infinite number", body('{"data":[{"index":0,"embedding":[1e999]}]}'), INVALID],
  ["zeros", rows(row([0, 0])), INVALID],
  ["5,000 dimensions", rows(row(Array(5_000).fill(1))), INVALID],
  ["the index of another text", rows(row([1], 7)), INVALID],
  ["the index of a method", rows(row([1], "length")), INVALID],
  // Parsing it would take a fifth of a second.
  ["a million lists", body(`{"data":[${"[],".repeat(1_000_000)}1]}`), INVALID],
  ["a million numbers", body(`{"data":[${"1,".repeat(1_000_000)}1]}`), INVALID],
])("an answer with %s is a problem that quotes nothing", async (_, fault, says) => {
  service.always(fault);
  const error = await send(["a comment"], 1_000).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "EmbeddingsUnavailable", code: "unavailable" });
  expect(String(error)).toContain(says);
  expect(service.requests.length).toBe(1);
  const all = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(all).not.toContain(EMBEDDINGS_KEY);
  expect(all).not.toContain("a comment");
});

test("vectors of different lengths are a problem", async () => {
  service.always(rows(row([1, 2]), row([1], 1)));
  await expect(send(["a", "b"])).rejects.toThrow(INVALID);
});

test("a service that isn't there is a problem", async () => {
  await service.close();
  await expect(send(["a"])).rejects.toThrow("Couldn't reach the service (ECONNREFUSED)");
});

test("a wait is as long as the service asks for, in seconds or until a date", async () => {
  const at = new Date(NOW + 90_000).toUTCString();
  for (const [asked, wait] of [
    ["30", 30_000],
    [at, 90_000],
    ["soon", undefined],
  ] as const) {
    service.next(faults.status(429, { "retry-after": asked }));
    await expect(send(["a"])).rejects.toMatchObject({ retryAfter: wait, rejectsTexts: false });
  }
});

test.each([400, 413, 422])("%d may be about the texts", async (status) => {
  service.next(faults.status(status));
  await expect(send(["a"])).rejects.toMatchObject({ rejectsTexts: true });
});

test("a request ends when the process stops", async () => {
  const stopping = new AbortController();
  service.always((_request, _response) => stopping.abort(new Error("stopping")));
  await expect(send(["a"], 60_000, stopping.signal)).rejects.toThrow("stopping");
});
