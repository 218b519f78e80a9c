import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../components/app/page-body.tsx";
import { Preloaded } from "../../components/app/preloaded.tsx";
import { HomeView } from "../../components/home/home-view.tsx";
import { SetupChecklist } from "../../components/start/setup-checklist.tsx";
import { may } from "../../lib/contract/api/permissions.ts";
import { home } from "../../lib/queries/home.ts";
import { notifications } from "../../lib/queries/notifications.ts";
import { preloadedQueries } from "../../lib/queries/preloaded.ts";
import { setup } from "../../lib/queries/setup.ts";
import { openProject } from "../_server/page-access.ts";

export const metadata: Metadata = { title: "Home" };

/** What is new in a project, and what awaits the person. Reading it marks nothing as seen. */
export default async function ProjectHome({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const services = await openProject(projectId);
  const { person, destination } = services;
  const isSettingUp = may(person.role, "settings") && (await services.setup.progress(projectId));
  const [found, notified, steps] = await Promise.all([
    services.home.read(projectId, person.id),
    services.notifications.list(projectId, person.id, null),
    isSettingUp ? services.setup.read(projectId) : null,
  ]);
  const client = new QueryClient();
  client.setQueryData(home(projectId).queryKey, found);
  client.setQueryData(notifications(projectId).queryKey, {
    pages: [notified],
    pageParams: [null],
  });
  if (steps) client.setQueryData(setup(projectId).queryKey, steps);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <HomeView
          projectId={projectId}
          destination={destination}
          setup={steps && <SetupChecklist projectId={projectId} isPartOfPage />}
        />
      </PageBody>
    </Preloaded>
  );
}
