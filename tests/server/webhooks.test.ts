import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { webhookServices } from "../../lib/services/webhook-services.ts";

const SECRET = "0123456789abcdef".repeat(2);
const REPOSITORY = "https://github.com/acme/docs";
const pull = { pull_request: { html_url: `${REPOSITORY}/pull/7` } };
const repository = { html_url: REPOSITORY };
const checks = { pull_requests: [{ number: 7 }, { number: 9 }] };

type Changed = { links: readonly string[] } | { under: string };

function receiver({
  github = SECRET,
  gitlab = SECRET,
}: Partial<Record<string, string | null>> = {}) {
  const asked: Changed[] = [];
  const { receive } = webhookServices(
    { pullsChanged: async (which) => void asked.push(which) },
    { github, gitlab },
  );
  const send = (event: string, body: unknown, { signedBy = SECRET, signature = "" } = {}) => {
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const own = `sha256=${createHmac("sha256", signedBy).update(bytes).digest("hex")}`;
    const headers = { "x-github-event": event, "x-hub-signature-256": signature || own };
    return receive("github", new Headers(headers), async () => bytes);
  };
  const sendGitLab = (event: string, body: unknown, headers: Record<string, string>) =>
    receive("gitlab", new Headers({ "x-gitlab-event": event, ...headers }), async () =>
      Buffer.from(JSON.stringify(body)),
    );
  return { asked, send, sendGitLab, receive };
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
  const { send, sendGitLab, receive } = receiver({ github: null, gitlab: null });
  const missing = { code: "not_found" };
  await expect(send("pull_request", pull)).rejects.toMatchObject(missing);
  await expect(sendGitLab("Push Hook", {}, {})).rejects.toMatchObject(missing);
  const other = receive("constructor", new Headers(), async () => Buffer.from("{}"));
  await expect(other).rejects.toMatchObject(missing);
});

const PROJECT = "https://gitlab.example.com/tools/acme/handbook/docs";
const project = { web_url: PROJECT };
const request = { iid: 7, title: "Docs" };
const all = [{ links: [] }, { under: `${PROJECT}/-/merge_requests/` }];
const one = [{ links: [`${PROJECT}/-/merge_requests/7`] }];

// What docs.gitlab.com/user/project/integrations/webhook_events describes.
test.each<[string, unknown, Changed[]]>([
  ["Merge Request Hook", { project, object_attributes: { ...request, action: "approved" } }, one],
  ["Note Hook", { project, object_attributes: { id: 1 }, merge_request: request }, one],
  ["Confidential Note Hook", { project, object_attributes: {}, merge_request: request }, one],
  ["Note Hook", { project, object_attributes: { id: 1 }, issue: { iid: 9 } }, [{ links: [] }]],
  ["Pipeline Hook", { project, object_attributes: { id: 31 }, merge_request: request }, one],
  ["Pipeline Hook", { project, object_attributes: { id: 31 }, merge_request: null }, all],
  ["Deployment Hook", { project, status: "success", environment: "docs" }, all],
  ["Push Hook", { project, ref: "refs/heads/main" }, all],
  ["Tag Push Hook", { project }, []],
  ["Issue Hook", { project, object_attributes: { iid: 7 } }, []],
  ["toString", {}, []],
])("an event %s of GitLab asks about its merge requests", async (event, body, expected) => {
  const { asked, sendGitLab } = receiver();
  await sendGitLab(event, body, { "x-gitlab-token": SECRET });
  await vi.waitFor(() => expect(asked).toEqual(expected));
});

describe("an event of GitLab", () => {
  const body = { project };
  const key = Buffer.alloc(32, 7);
  const signing = { gitlab: `whsec_${key.toString("base64")}` };
  const signed = (by: Buffer, { id = "a1", time = "1700000000" } = {}) => {
    const digest = createHmac("sha256", by).update(`${id}.${time}.${JSON.stringify(body)}`);
    const signature = `v1,${digest.digest("base64")}`;
    return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature };
  };
  const rejected = {
    code: "unauthenticated",
    message: "The signature doesn't match. Check GITLAB_WEBHOOK_SECRET.",
  };

  test.each([
    ["another token", { "x-gitlab-token": "f".repeat(SECRET.length) }],
    ["a part of the token", { "x-gitlab-token": SECRET.slice(1) }],
    ["no token", {}],
  ])("with %s is rejected", async (_, headers) => {
    const sent = receiver().sendGitLab("Push Hook", body, headers);
    await expect(sent).rejects.toMatchObject(rejected);
  });

  test("is accepted with a signature of the signing token, also beside that of another one", async () => {
    const { asked, sendGitLab } = receiver(signing);
    const { "webhook-signature": own, ...headers } = signed(key);
    const both = `${signed(Buffer.alloc(32, 8))["webhook-signature"]} ${own}`;
    await sendGitLab("Push Hook", body, { ...headers, "webhook-signature": both });
    await vi.waitFor(() => expect(asked).toEqual(all));
  });

  test.each([
    ["of another key", signed(Buffer.alloc(32, 8))],
    ["of another event", { ...signed(key), "webhook-id": "a2" }],
    ["of another time", { ...signed(key), "webhook-timestamp": "1700000001" }],
    ["that isn't there", { "x-gitlab-token": signing.gitlab }],
  ])("with a signature %s is rejected", async (_, headers) => {
    const sent = receiver(signing).sendGitLab("Push Hook", body, headers);
    await expect(sent).rejects.toMatchObject(rejected);
  });

  test.each([{}, { project: "docs" }, { project: { web_url: "docs" } }])(
    "that GitLab wouldn't send (%j) is rejected",
    async (wrong) => {
      const sent = receiver().sendGitLab("Push Hook", wrong, { "x-gitlab-token": SECRET });
      await expect(sent).rejects.toMatchObject({ code: "invalid_request" });
    },
  );
});
