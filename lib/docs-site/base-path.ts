import "server-only";
import { hostOf, pathOf } from "./config/values.ts";
import type { SitePlan } from "./generators/generator.ts";

/**
 * Returns what the addresses of a site begin with; empty for the root of the host. The project's site address
 * decides, except where the configuration is for the same host, or the site's own addresses already begin with it.
 */
export function basePathOf(plan: SitePlan, siteAddress: string): string {
  const declared = pathOf(plan.address);
  if (siteAddress === "") return declared;
  const host = hostOf(plan.address);
  const asked = pathOf(siteAddress);
  if (declared !== "" && (host === null || host === hostOf(siteAddress))) return declared;
  const contained = plan.collections.every(
    ({ prefix }) => prefix === asked || prefix.startsWith(`${asked}/`),
  );
  return contained ? "" : asked;
}
