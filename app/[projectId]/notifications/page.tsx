import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { NotificationsView } from "../../../components/notifications/notifications-view.tsx";
import { notifications } from "../../../lib/queries/notifications.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { openProject } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "Notifications" };

/** The person's notifications in a project. Reading the list marks nothing as read. */
export default async function NotificationsPage(props: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await props.params;
  const services = await openProject(projectId);
  const first = await services.notifications.list(projectId, services.person.id, null);
  const client = new QueryClient();
  client.setQueryData(notifications(projectId).queryKey, { pages: [first], pageParams: [null] });
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <NotificationsView projectId={projectId} />
      </PageBody>
    </Preloaded>
  );
}
