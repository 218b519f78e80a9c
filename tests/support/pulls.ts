import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** Creates a job through the platform interface and returns the URL of its pull request. */
export async function pullFor(
  request: APIRequestContext,
  key: string,
  words: string,
  page = "/quickstart",
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const wrong = page === "/quickstart" ? '"relay serve" should be ' : "";
  const prompt = `On ${page}, ${wrong}"${words}".`;
  const created = await request.post("/v2/agent/docs/job", { headers, data: { prompt } });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  const job = async () => (await request.get(`/v2/agent/docs/job/${id}`, { headers })).json();
  await expect.poll(async () => (await job()).status, { timeout: 120_000 }).toBe("completed");
  return (await job()).prLink;
}

/** Merges the pull request of the open job, and resolves all of its items. */
export async function mergeHere(page: Page): Promise<void> {
  await page.getByTestId("merge-pull").click();
  for (const box of await page.getByRole("dialog").getByRole("checkbox").all()) await box.check();
  await page.getByTestId("confirm-merge").click();
  await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "merged");
}
