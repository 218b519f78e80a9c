import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { SetupChecklist } from "../../../components/start/setup-checklist.tsx";
import { IntentLink } from "../../../components/ui/intent-link.tsx";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { setup } from "../../../lib/queries/setup.ts";
import { openProject } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "Setup" };

/** The steps from the sample to one's own documentation. It stays reachable when all of them are done. */
export default async function SetupPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const services = await openProject(projectId);
  const client = new QueryClient();
  client.setQueryData(setup(projectId).queryKey, await services.setup.read(projectId));
  const guide = `/${projectId}/start`;
  const other = services.isBuiltIn
    ? [
        [`${guide}/import`, "Import feedback from another tool"],
        [`${guide}/platform`, "Connect a hosted platform instead"],
      ]
    : [];
  const hasSample = await services.sample.isPresent(projectId);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <h1 className="page-title">Setup</h1>
        <SetupChecklist projectId={projectId} />
        <ul className="flex flex-col gap-1">
          {other.map(([address = "", title]) => (
            <li key={address}>
              <IntentLink href={address} className="link text-accent">
                {title}
              </IntentLink>
            </li>
          ))}
          {hasSample && (
            <li>
              <a href={`/site/${projectId}`} className="link text-accent">
                Open the sample's documentation
              </a>
            </li>
          )}
        </ul>
      </PageBody>
    </Preloaded>
  );
}
