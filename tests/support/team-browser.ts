import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Member } from "./team.ts";
import { visit } from "./visit.ts";

/** Signs a browser in as a member of the team. */
export async function signInAs(context: BrowserContext, member: Member): Promise<void> {
  const { cookie, errata } = member;
  await context.addCookies(
    cookie.split("; ").map((one) => {
      const [name = "", value = ""] = one.split(/=(.*)/s);
      return { name, value, url: errata.url };
    }),
  );
}

/** Opens the inbox as a member of the team, in a browser of their own. */
export async function openAs(browser: Browser, member: Member, query = ""): Promise<Page> {
  const context = await browser.newContext({ baseURL: member.errata.url });
  await signInAs(context, member);
  const page = await context.newPage();
  const isLive = page.waitForResponse("**/projects/docs/changes");
  await visit(page, `/docs/feedback${query}`);
  await isLive;
  return page;
}
