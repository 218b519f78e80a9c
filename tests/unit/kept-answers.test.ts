import { describe, expect, test } from "vitest";
import {
  createKeptAnswers,
  MAX_ANSWER_LENGTH,
  MAX_ANSWERS_LENGTH,
} from "../../lib/code-hosts/github/kept-answers.ts";

const answer = (body: string) => ({ etag: '"1"', body, headers: new Headers() });

describe("answers of GitHub that are kept", () => {
  test("those that weren't asked for the longest make room for new ones", () => {
    const kept = createKeptAnswers();
    const body = "x".repeat(MAX_ANSWER_LENGTH);
    // Each takes some room besides its body.
    const room = MAX_ANSWERS_LENGTH / MAX_ANSWER_LENGTH - 2;
    for (let at = 0; at < room; at += 1) kept.keep(`/${at}`, answer(body));
    expect(kept.get("/0")).toBeDefined();
    // The same one again takes no more room.
    kept.keep("/2", answer(body));
    kept.keep("/new", answer(body));
    expect(kept.get("/1")).toBeUndefined();
    for (const address of ["/0", "/2", "/3", "/new"]) expect(kept.get(address)).toBeDefined();
  });

  test("many small ones don't stay forever", () => {
    const kept = createKeptAnswers();
    for (let at = 0; at < 20_000; at += 1) kept.keep(`/${at}`, answer("{}"));
    expect(kept.get("/0")).toBeUndefined();
    expect(kept.get("/19999")).toBeDefined();
  });

  test("a thousand small ones fit, and one that is too large replaces the earlier one by nothing", () => {
    const kept = createKeptAnswers();
    for (let at = 0; at < 1_000; at += 1) kept.keep(`/${at}`, answer("{}"));
    expect(kept.get("/0")?.body).toBe("{}");
    kept.keep("/0", answer("x".repeat(MAX_ANSWER_LENGTH + 1)));
    expect(kept.get("/0")).toBeUndefined();
    expect(kept.get("/999")).toBeDefined();
  });
});
