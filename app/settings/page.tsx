import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageBody } from "../../components/app/page-body.tsx";
import { DocumentationSettings } from "../../components/documentation/documentation-settings.tsx";
import { ApiKeys } from "../../components/settings/api-keys.tsx";
import { CollectKeys } from "../../components/settings/collect-keys.tsx";
import { DismissalReasons } from "../../components/settings/dismissal-reasons.tsx";
import { DraftingSettings } from "../../components/settings/drafting.tsx";
import { Labels } from "../../components/settings/labels.tsx";
import { SimilarFacts } from "../../components/settings/similar-facts.tsx";
import { SkippedItems } from "../../components/settings/skipped-items.tsx";
import { SuspectedSpam } from "../../components/settings/suspected-spam.tsx";
import { SyncFacts } from "../../components/settings/sync-facts.tsx";
import { WidgetRecipes } from "../../components/start/widget-recipes.tsx";
import { IntentLink } from "../../components/ui/intent-link.tsx";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";
import type { AuthorizedServices } from "../../lib/services.ts";
import { AccountLayout } from "../_server/account-layout.tsx";
import { requirePerson } from "../_server/page-access.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const opened = await requirePerson();
  const can = (permission: Permission) => may(opened.person.role, permission);
  const projects = await opened.projects();
  return (
    <AccountLayout services={opened}>
      <PageBody>
        <h1 className="page-title">Settings</h1>
        <section aria-labelledby="connection">
          <h2 id="connection" className="mb-2 font-semibold text-sm">
            Connection
          </h2>
          <Connection platformUrl={opened.platformUrl} projectId={projects[0]?.id} />
        </section>
        {projects.map(({ id, name }) => (
          <div key={id} className="flex flex-col gap-6">
            <h2 className="untrusted border-line border-b pb-1 font-semibold text-sm">
              {name} <code className="font-mono font-normal text-muted">{id}</code>
            </h2>
            <Section title="Sync" id={`sync-${id}`}>
              <SyncFacts projectId={id} />
            </Section>
            {can("contacts") && (
              <Section title="Skipped items" id={`quarantine-${id}`}>
                <SkippedItems projectId={id} />
              </Section>
            )}
            <Section title="Similar items" id={`similar-${id}`}>
              <SimilarFacts projectId={id} />
            </Section>
            <Section title="Documentation" id={`documentation-${id}`}>
              <p className="mb-3 text-muted">
                How the addresses in your feedback map to files in your documentation repository.{" "}
                <IntentLink href={`/${id}/start/documentation`} className="link text-accent">
                  Connect your documentation
                </IntentLink>
              </p>
              <DocumentationSettings projectId={id} hasRepository={opened.isBuiltIn} />
            </Section>
            <Section title="Drafting" id={`drafting-${id}`}>
              <DraftingSettings projectId={id} />
            </Section>
            <Section title="Labels" id={`labels-${id}`}>
              <Labels projectId={id} />
            </Section>
            <Section title="Dismissal reasons" id={`dismissal-${id}`}>
              <DismissalReasons projectId={id} />
            </Section>
            {opened.isBuiltIn && can("keys") && (
              <Section title="Collect feedback" id={`collect-${id}`}>
                <p className="mb-3 text-muted">
                  With a public key, a documentation site can send readers' feedback to this
                  project. The key isn't secret, and it works only on the sites that you specify.
                </p>
                <CollectKeys projectId={id} publicUrl={opened.publicUrl} />
                <h4 className="mt-4 mb-2 font-medium">Add the widget to your site</h4>
                <WidgetRecipes projectId={id} publicUrl={opened.publicUrl} />
              </Section>
            )}
            {opened.isBuiltIn && can("triage") && (
              <Section title="Suspected spam" id={`spam-${id}`}>
                <SuspectedSpam projectId={id} mayDelete={can("delete")} />
              </Section>
            )}
            {can("keys") && (
              <Section title="API keys" id={`keys-${id}`}>
                <Keys services={opened} projectId={id} />
              </Section>
            )}
          </div>
        ))}
        <p className="text-muted text-xs" data-testid="version">
          Errata {opened.version}
        </p>
      </PageBody>
    </AccountLayout>
  );
}

function Keys({ services, projectId }: { services: AuthorizedServices; projectId: string }) {
  if (!services.isBuiltIn) {
    return (
      <p className="text-muted">
        Manage API keys in the hosted platform's dashboard. Errata uses the key in{" "}
        <code className="font-mono">PLATFORM_API_KEY</code>.
      </p>
    );
  }
  return (
    <>
      <p className="mb-3 text-muted">
        Admin keys for the built-in platform. A key gives access to the feedback export at{" "}
        <code className="untrusted font-mono">
          {services.publicUrl}/v1/analytics/{projectId}/feedback
        </code>{" "}
        and to agent jobs under <code className="font-mono">/v2</code>. Keep keys secret and use
        them only on servers.
      </p>
      <ApiKeys projectId={projectId} />
    </>
  );
}

function Section(props: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <h3 id={props.id} className="mb-2 font-medium">
        {props.title}
      </h3>
      {props.children}
    </section>
  );
}

function Connection(props: { platformUrl: string | null; projectId: string | undefined }) {
  const { platformUrl, projectId } = props;
  const check = projectId && (
    <IntentLink href={`/${projectId}/start/platform`} className="link text-accent">
      Check the connection
    </IntentLink>
  );
  if (platformUrl !== null) {
    return (
      <p>
        A hosted platform at <code className="untrusted font-mono">{platformUrl}</code>. The admin
        key stays on this server. {check}
      </p>
    );
  }
  return (
    <p>
      Using the built-in platform. To connect to a hosted platform, start Errata with{" "}
      <code className="font-mono">PLATFORM_URL</code>,{" "}
      <code className="font-mono">PLATFORM_API_KEY</code>, and{" "}
      <code className="font-mono">PLATFORM_PROJECTS</code>.
    </p>
  );
}
