import "server-only";
import { LISTED_PULLS } from "./pull-host.ts";
import { AnswerTooLarge } from "./rejection.ts";

/** Pull requests in a response that are small enough with the longest descriptions that GitHub allows. */
const FEWER = 20;

/** Lists open pull requests with one request, or with one for each 20 where their descriptions are too long for that. */
export async function listInFewRequests<Listed>(
  list: (count: number, page: number) => Promise<Listed[]>,
): Promise<Listed[]> {
  try {
    return await list(LISTED_PULLS, 1);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  const found: Listed[] = [];
  for (let page = 1; found.length < LISTED_PULLS; page += 1) {
    const listed = await list(FEWER, page);
    found.push(...listed);
    if (listed.length < FEWER) break;
  }
  return found;
}
