import { createHmac } from "node:crypto";
import { expect, test } from "../support/server.ts";

const SECRET = "the-secret-of-a-gitbook-site";
test.use({ environment: { GITBOOK_WEBHOOK_SECRETS: `docs=${SECRET}` } });

test("feedback of Fumadocs and GitBook arrives, unless its signature is wrong", async ({
  errata,
  request,
}) => {
  const page = await (await request.get("/site/docs/quickstart")).text();
  const collector = `/v1/collect/${/data-key="(pub_[\w-]+)"/.exec(page)?.[1]}`;
  const fumadocs = await request.post(`${collector}/fumadocs`, {
    headers: { origin: errata.url },
    data: { opinion: "bad", url: `${errata.url}/quickstart`, message: "Sent with Fumadocs" },
  });
  expect([fumadocs.status(), await fumadocs.json()]).toEqual([202, { id: expect.any(String) }]);
  expect(fumadocs.headers()["access-control-allow-origin"]).toBe(errata.url);

  const data = JSON.stringify({
    eventId: "evt_1",
    type: "page_feedback",
    feedback: { rating: "bad", comment: "Sent with GitBook – ümläut" },
    url: "/quickstart",
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", SECRET).update(`${seconds}.${data}`).digest("hex");
  const send = (body: string) =>
    request.post(`${collector}/gitbook`, {
      headers: {
        "content-type": "application/json",
        "x-gitbook-signature": `t=${seconds},v1=${signature}`,
      },
      data: Buffer.from(body),
    });
  expect((await send(data.replace("bad", "good"))).status()).toBe(401);
  expect((await send(data)).status()).toBe(202);
  await expect
    .poll(async () => {
      const answer = await request.get("/api/projects/docs/feedback?q=%22Sent+with%22&limit=10");
      return (await answer.json()).feedback.map(({ comment }: { comment: string }) => comment);
    })
    .toEqual(["Sent with GitBook – ümläut", "Sent with Fumadocs"]);
});
