import { inboxAddress, viewAddress } from "../../lib/filters/view-address.ts";
import type { AuthorizedServices } from "../../lib/services.ts";

/** Returns where a visit of a project begins: the view that the person chose, or else pending feedback. */
export async function startAddress(
  { views, person }: AuthorizedServices,
  projectId: string,
): Promise<string> {
  const { views: stored, defaultId } = await views.stored(projectId, person);
  const view = stored.find(({ id }) => id === defaultId);
  return view ? viewAddress(projectId, view) : inboxAddress(projectId);
}
