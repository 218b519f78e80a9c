import { describe, expect, test } from "vitest";
import { z } from "zod";
import { limitQuery } from "../../lib/contract/api/feedback-query.ts";
import { readJson } from "../../lib/http/body.ts";
import { readPromptBody } from "../../lib/platform/prompt-body.ts";

const schema = z.strictObject({ prompt: z.string(), ids: z.array(z.string()).optional() });

const post = (body: BodyInit, type = "application/json") =>
  new Request("http://127.0.0.1/", {
    method: "POST",
    headers: { "content-type": type },
    body,
    duplex: "half",
  } as RequestInit);

/** A body that breaks off, as where a browser's tab is closed. */
const brokenOff = () =>
  new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"prompt":'));
      controller.error(new Error("aborted"));
    },
  });

describe.each([
  ["the dashboard", (request: Request) => readJson(request, schema)],
  ["the platform", readPromptBody],
])("a body sent to %s", (_where, read) => {
  test.each([
    ["application/json-patch+json", false],
    ["application/jsonx", false],
    ["text/plain", false],
    ["", false],
    ["application/json", true],
    ["Application/JSON; charset=utf-8", true],
    ["application/json ;charset=utf-8", true],
  ])("of type %j is taken: %s", async (type, taken) => {
    const answer = read(post('{"prompt":"Hi"}', type)).then(
      () => true,
      (error: unknown) => error,
    );
    if (taken) expect(await answer).toBe(true);
    else expect(await answer).toMatchObject({ status: 400 });
  });

  test.each([
    ["is not UTF-8", Buffer.from([...Buffer.from('{"prompt":"'), 0xff, ...Buffer.from('"}')])],
    ["ends within a character", Buffer.from('{"prompt":"é"}').subarray(0, 12)],
    ["has half a character", '{"prompt":"\\ud800"}'],
    ["breaks off", brokenOff()],
  ])("that %s is refused as the sender's fault", async (_what, body) => {
    await expect(read(post(body))).rejects.toMatchObject({ code: "invalid_request", status: 400 });
  });
});

test("half a character is refused wherever it stands", async () => {
  const body = '{"prompt":"a","ids":["b","\\udc00"]}';
  await expect(readJson(post(body), schema)).rejects.toMatchObject({ status: 400 });
});

test.each([
  [undefined, 50],
  ["1", 1],
  ["250", 250],
  ["0", null],
  ["251", null],
  ["", null],
  [" 7", null],
  ["1e2", null],
  ["0x10", null],
  ["+5", null],
  ["5.0", null],
  ["٣", null],
  ["9".repeat(400), null],
])("a limit of %j is %j", (text, limit) => {
  expect(limitQuery.safeParse(text).data ?? null).toBe(limit);
});

test("deep nesting is refused as the sender's fault", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const body of [deep, `{"prompt":${deep}}`]) {
    await expect(readJson(post(body), z.unknown())).rejects.toMatchObject({ status: 400 });
  }
});
