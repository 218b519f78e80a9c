import { expect, test, vi } from "vitest";
import { deliver } from "../../lib/widget/delivery.ts";

test("feedback is kept, and later feedback is sent, when the network fails while a challenge is answered", async () => {
  const challenge = {
    parameters: { nonce: "00", salt: "00", cost: 1, keyLength: 32, keyPrefix: "" },
  };
  let isOnline = false;
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_to: string, { body }: { body: string }) => {
    const { id, altcha } = JSON.parse(body);
    if (altcha === undefined) return Response.json({ challenge }, { status: 428 });
    if (!isOnline) throw new TypeError("Failed to fetch");
    sent.push(id);
    return Response.json({}, { status: 201 });
  });
  expect(await deliver("https://collector.example.org", { id: "one", url: "/" })).toBe("kept");
  isOnline = true;
  expect(await deliver("https://collector.example.org", { id: "two", url: "/" })).toBe("sent");
  expect(sent).toEqual(["one", "two"]);
  vi.unstubAllGlobals();
});
