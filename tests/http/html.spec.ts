import type { APIRequestContext } from "@playwright/test";
import { waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("the server's HTML includes the first rows, the counts, and the open item", async ({
  request,
}) => {
  const first = await firstId(request, "status=pending&");
  const html = await (await request.get(`/docs/feedback?status=pending&open=${first}`)).text();
  expect(html.match(/data-testid="feedback-row"/g)?.length).toBeGreaterThan(15);
  expect(html).toContain(`data-feedback-id="${first}"`);
  expect(html).toMatch(/data-testid="result-count"[^>]*>[\d,]+<span[^>]*> of (<!-- -->)?4,000</);
  expect(html).toContain("Submitted");
});

test("dates follow the browser's language in the server's HTML", async ({ request }) => {
  const first = await firstId(request);
  const html = async (language: string) => {
    const headers = { "accept-language": language };
    return (await request.get(`/docs/feedback?open=${first}`, { headers })).text();
  };
  expect(await html("en-US,en;q=0.9")).toMatch(/<time [^>]*>[A-Z][a-z]{2} \d{1,2}, \d{4}, /);
  expect(await html("en-GB,en;q=0.9")).toMatch(/<time [^>]*>\d{1,2} [A-Z][a-z]{2} \d{4}, /);
});

/** Returns the ID of the first item that the inbox lists. */
async function firstId(request: APIRequestContext, query = ""): Promise<string> {
  const response = await request.get(`/api/projects/docs/feedback?${query}limit=1`);
  return (await response.json()).feedback[0].id;
}
