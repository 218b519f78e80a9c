import { QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppShell } from "../../components/app/app-shell.tsx";
import { SHOWN_COOKIE } from "../../components/app/cookie.ts";
import { DefaultViewProvider } from "../../components/app/default-view.tsx";
import { LiveUpdates } from "../../components/app/live-updates.tsx";
import { OutboxProvider } from "../../components/app/outbox.tsx";
import { Preloaded } from "../../components/app/preloaded.tsx";
import { SessionProvider } from "../../components/app/session.tsx";
import { IntentLink } from "../../components/ui/intent-link.tsx";
import { may } from "../../lib/contract/api/permissions.ts";
import { hidingWithout, NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { feedbackFacets } from "../../lib/queries/feedback.ts";
import { jobCounts } from "../../lib/queries/job-counts.ts";
import { preloadedQueries } from "../../lib/queries/preloaded.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { savedViews } from "../../lib/queries/views.ts";
import type { AuthorizedServices } from "../../lib/services.ts";
import { revisionAtStart } from "./page-access.ts";

const DEMO = "This is a read-only demo with sample data. It resets every hour.";

/** Layout of project pages. The counts in the navigation are part of the server's HTML. */
export async function Frame(props: {
  services: AuthorizedServices;
  projectId: string;
  children: ReactNode;
}) {
  const { services, projectId } = props;
  const client = new QueryClient();
  const shown = (await cookies()).get(SHOWN_COOKIE)?.value ?? "";
  const counted = { ...NO_FILTERS, ...hidingWithout(shown) };
  const revision = await revisionAtStart(projectId);
  const [projects, facets, sync, counts, views, hasSample, progress] = await Promise.all([
    services.projects(),
    services.feedback.facets(projectId, counted),
    services.mirror.status(projectId),
    services.jobs.counts(projectId, services.person.id),
    services.views.list(projectId, services.person),
    services.sample.isPresent(projectId),
    may(services.person.role, "settings") ? services.setup.progress(projectId) : null,
  ]);
  client.setQueryData(feedbackFacets(projectId, counted).queryKey, facets);
  client.setQueryData(syncStatus(projectId).queryKey, sync);
  client.setQueryData(jobCounts(projectId).queryKey, counts);
  client.setQueryData(savedViews(projectId).queryKey, views);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <SessionProvider
        person={services.person}
        hasSignIn={services.hasSignIn}
        {...(!services.isBuiltIn && { isHosted: true })}
      >
        <OutboxProvider projectId={projectId}>
          <LiveUpdates projectId={projectId} revision={revision} />
          <DefaultViewProvider shown={shown}>
            <AppShell
              projects={projects}
              projectId={projectId}
              notice={
                (hasSample || progress) && (
                  <SetupNotice
                    projectId={projectId}
                    sample={hasSample && (services.isDemo ? DEMO : "This is sample data.")}
                    progress={progress}
                  />
                )
              }
            >
              {props.children}
            </AppShell>
          </DefaultViewProvider>
        </OutboxProvider>
      </SessionProvider>
    </Preloaded>
  );
}

/** Says that a project has sample data, and leads to the setup, or else to the sample's documentation. */
function SetupNotice(props: {
  projectId: string;
  /** Text of the notice about sample data; false without sample data. */
  sample: string | false;
  /** Null if the setup is done, hidden, or not for this person. */
  progress: { done: number; total: number } | null;
}) {
  const { projectId, sample, progress } = props;
  return (
    <aside aria-label="Setup" className="setup-notice">
      {sample}
      {progress ? (
        <IntentLink href={`/${projectId}/start`}>
          {`Set up Errata: ${progress.done} of ${progress.total} done`}
        </IntentLink>
      ) : (
        <a href={`/site/${projectId}`}>Open the documentation</a>
      )}
    </aside>
  );
}
