import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../components/app/page-body.tsx";
import { Preloaded } from "../../components/app/preloaded.tsx";
import { IntentLink } from "../../components/ui/intent-link.tsx";
import { may } from "../../lib/contract/api/permissions.ts";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { preloadedQueries } from "../../lib/queries/preloaded.ts";
import { AccountLayout } from "../_server/account-layout.tsx";
import { requirePerson } from "../_server/page-access.ts";
import { preloadSettings } from "../_server/preload-settings.ts";
import { type Section, sectionsFor } from "../_server/settings-sections.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const services = await requirePerson();
  const projects = await services.projects();
  const sections = sectionsFor(services);
  const canChange = may(services.person.role, "settings");
  const client = new QueryClient();
  for (const { id } of projects) await preloadSettings(client, services, id);
  return (
    <AccountLayout services={services}>
      <Preloaded queries={preloadedQueries(client)}>
        <PageBody>
          <div>
            <h1 className="page-title">Settings</h1>
            {/* A demo says in the navigation that it is read-only. */}
            {!canChange && !services.isDemo && (
              <p className="mt-1 text-muted">Only admins can change these settings.</p>
            )}
          </div>
          <div className="grid gap-6 lg:grid-cols-[9rem_minmax(0,1fr)]">
            <Contents projects={projects} sections={sections} />
            <div className="flex min-w-0 flex-col gap-6">
              <section aria-labelledby="connection">
                <h2 id="connection" className="mb-2 font-semibold text-base">
                  Connection
                </h2>
                <Connection
                  platformUrl={services.platformUrl}
                  projectId={canChange ? projects[0]?.id : undefined}
                />
              </section>
              {projects.map(({ id, name }) => (
                <div key={id} className="flex flex-col gap-8">
                  <h2 className="untrusted border-line border-b pb-1 font-semibold text-base">
                    {name} <code className="font-mono font-normal text-muted">{id}</code>
                  </h2>
                  {sections.map(({ key, title, content: Content }) => (
                    <section key={key} aria-labelledby={`${key}-${id}`}>
                      <h3 id={`${key}-${id}`} className="mb-2 font-semibold text-sm">
                        {title}
                      </h3>
                      <Content services={services} projectId={id} />
                    </section>
                  ))}
                </div>
              ))}
              <p className="text-muted text-xs" data-testid="version">
                Errata {services.version}
              </p>
            </div>
          </div>
        </PageBody>
      </Preloaded>
    </AccountLayout>
  );
}

/** Links to the sections, by project if there are several. */
function Contents({ projects, sections }: { projects: ProjectSummary[]; sections: Section[] }) {
  return (
    <nav aria-label="Settings" className="flex flex-col gap-3 self-start lg:sticky lg:top-4">
      {projects.map(({ id, name }) => (
        <div key={id}>
          {projects.length > 1 && <p className="untrusted font-medium">{name}</p>}
          <ul className="flex flex-wrap gap-x-4 lg:flex-col">
            {sections.map(({ key, title }) => (
              <li key={key}>
                <a
                  href={`#${key}-${id}`}
                  className="flex min-h-6 items-center justify-start text-muted hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Connection(props: { platformUrl: string | null; projectId: string | undefined }) {
  const { platformUrl, projectId } = props;
  const guide = projectId && (
    <IntentLink href={`/${projectId}/start/platform`} className="link text-accent">
      {platformUrl === null ? "Connect a hosted platform" : "Check the connection"}
    </IntentLink>
  );
  const setup = projectId && (
    <IntentLink href={`/${projectId}/start`} className="link text-accent">
      All setup steps
    </IntentLink>
  );
  return (
    <p>
      {platformUrl === null ? (
        "Using the built-in platform."
      ) : (
        <>
          A hosted platform at <code className="untrusted font-mono">{platformUrl}</code>. The admin
          key stays on this server.
        </>
      )}{" "}
      {guide} {setup && <span className="text-muted">·</span>} {setup}
    </p>
  );
}
