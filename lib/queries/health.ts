import { getHealth } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** Checks whether the server responds. The result is in `serverReachable`. */
export async function checkHealth(): Promise<void> {
  await request(getHealth, {}).catch(() => undefined);
}
