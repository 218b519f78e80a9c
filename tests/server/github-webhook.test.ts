import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { webhookServices } from "../../lib/services/webhook-services.ts";

const SECRET = "0123456789abcdef".repeat(2);
const REPOSITORY = "https://github.com/acme/docs";
const pull = { pull_request: { html_url: `${REPOSITORY}/pull/7` } };
const repository = { html_url: REPOSITORY };
const checks = { pull_requests: [{ number: 7 }, { number: 9 }] };

type Changed = { links: readonly string[] } | { under: string };

function receiver(secret: string | null = SECRET) {
  const asked: Changed[] = [];
  const { github } = webhookServices(
    { pullsChanged: async (which) => void asked.push(which) },
    secret,
  );
  const send = (event: string, body: unknown, { signedBy = SECRET, signature = "" } = {}) => {
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const own = `sha256=${createHmac("sha256", signedBy).update(bytes).digest("hex")}`;
    const headers = { "x-github-event": event, "x-hub-signature-256": signature || own };
    return github(new Headers(headers), async () => bytes);
  };
  return { asked, send };
}

test.each<[string, unknown, Changed[]]>([
  ["pull_request", pull, [{ links: [`${REPOSITORY}/pull/7`] }]],
  [
    "pull_request",
    { pull_request: { html_url: `${REPOSITORY}/\0/pull/7` } },
    [{ links: [`${REPOSITORY}/%00/pull/7`] }],
  ],
  ["pull_request_review", { ...pull, review: {} }, [{ links: [`${REPOSITORY}/pull/7`] }]],
  ["pull_request_review_comment", { ...pull, comment: {} }, [{ links: [`${REPOSITORY}/pull/7`] }]],
  ["pull_request_review_thread", { ...pull, thread: {} }, [{ links: [`${REPOSITORY}/pull/7`] }]],
  [
    "issue_comment",
    { issue: { pull_request: pull.pull_request }, comment: {} },
    [{ links: [`${REPOSITORY}/pull/7`] }],
  ],
  ["issue_comment", { issue: { number: 8 }, comment: {} }, [{ links: [] }]],
  [
    "check_run",
    { check_run: checks, repository },
    [{ links: [`${REPOSITORY}/pull/7`, `${REPOSITORY}/pull/9`] }],
  ],
  ["check_suite", { check_suite: { pull_requests: [] }, repository }, [{ links: [] }]],
  [
    "push",
    { ref: "refs/heads/main", repository },
    [{ links: [] }, { under: `${REPOSITORY}/pull/` }],
  ],
  ["status", { repository }, [{ links: [] }, { under: `${REPOSITORY}/pull/` }]],
  ["ping", { zen: "Hi" }, []],
  ["constructor", {}, []],
  ["issues", pull, []],
])("an event %s asks about its pull requests", async (event, body, expected) => {
  const { asked, send } = receiver();
  await send(event, body);
  await vi.waitFor(() => expect(asked).toEqual(expected));
});

test.each([
  ["another secret", { signedBy: "another-secret-of-someone-else-00" }],
  ["no hash", { signature: "sha256=" }],
  ["a hash of another length", { signature: `sha256=${"0".repeat(63)}` }],
  ["SHA-1", { signature: `sha1=${"0".repeat(40)}` }],
  ["other characters", { signature: "sha256=\u00e9" }],
])("an event signed with %s is rejected", async (_, by) => {
  const { asked, send } = receiver();
  await expect(send("pull_request", pull, by)).rejects.toMatchObject({
    code: "unauthenticated",
    message: "The signature doesn't match. Check GITHUB_WEBHOOK_SECRET.",
  });
  expect(asked).toEqual([]);
});

test.each(["", "payload=%7B%7D", "[]", "{}", '{"pull_request":{"html_url":7}}'])(
  "a body that isn't GitHub's (%s) is rejected",
  async (body) => {
    await expect(receiver().send("pull_request", body)).rejects.toMatchObject({
      code: "invalid_request",
    });
  },
);

test("many events at once, and one that is sent again, ask once per round", async () => {
  const { asked, send } = receiver();
  for (let count = 0; count < 50; count += 1) {
    await send("check_run", { check_run: checks, repository });
    await send("push", { repository });
  }
  await vi.waitFor(
    () => expect(asked.flatMap((each) => ("under" in each ? each.under : []))).toHaveLength(1),
    {
      timeout: 5_000,
    },
  );
  // The first event, and all others together.
  expect(asked).toHaveLength(3);
});

test("without a secret, nothing is read", async () => {
  const { send } = receiver(null);
  await expect(send("pull_request", pull)).rejects.toMatchObject({ code: "not_found" });
});
