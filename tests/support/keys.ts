import type { Errata } from "./server.ts";

/** Creates an admin key of the built-in platform, like Settings does. */
export async function createKey(errata: Errata, name = "a test"): Promise<string> {
  const response = await fetch(`${errata.url}/api/projects/docs/keys`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: errata.url },
    body: JSON.stringify({ name }),
  });
  return (await response.json()).secret;
}
