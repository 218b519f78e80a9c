import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { SHOWN_COOKIE } from "../components/app/cookie.ts";
import { hidingWithout } from "../lib/filters/feedback-filters.ts";
import { inboxAddress, viewAddress } from "../lib/filters/view-address.ts";
import type { AuthorizedServices } from "../lib/services.ts";
import { requirePerson } from "./_server/page-access.ts";

export default async function Home() {
  const services = await requirePerson();
  const [first] = await services.projects();
  redirect(first ? await startAddress(services, first.id) : "/settings");
}

/** Returns where a visit of a project begins: the view that the person chose, or else pending feedback. */
async function startAddress(
  { views, person }: AuthorizedServices,
  projectId: string,
): Promise<string> {
  const { views: stored, defaultId } = await views.stored(projectId, person);
  const view = stored.find(({ id }) => id === defaultId);
  const shown = (await cookies()).get(SHOWN_COOKIE)?.value ?? "";
  return view ? viewAddress(projectId, view) : inboxAddress(projectId, hidingWithout(shown));
}
