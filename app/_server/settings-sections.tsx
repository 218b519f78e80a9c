import type { ComponentType, ReactNode } from "react";
import { DocumentationSettings } from "../../components/documentation/documentation-settings.tsx";
import { AgentChanges } from "../../components/settings/agent-changes.tsx";
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

interface SectionProps {
  services: AuthorizedServices;
  projectId: string;
}

/** A section of a project's settings. */
export interface Section {
  /** First part of the HTML ID, before the project's ID. */
  key: string;
  title: string;
  /** Who sees it; everyone by default. */
  needs?: Permission;
  /** Whether the section is hidden with a hosted platform. */
  isOnlyBuiltIn?: true;
  content: (props: SectionProps) => ReactNode;
}

/** Wraps a component that runs in the browser and only needs the project's ID. */
function of(Part: ComponentType<{ projectId: string }>): Section["content"] {
  return ({ projectId }) => <Part projectId={projectId} />;
}

const SECTIONS: Section[] = [
  { key: "sync", title: "Sync", content: of(SyncFacts) },
  { key: "skipped", title: "Skipped items", needs: "contacts", content: of(SkippedItems) },
  { key: "similar", title: "Similar items", content: of(SimilarFacts) },
  { key: "documentation", title: "Documentation", content: Documentation },
  { key: "drafting", title: "Drafting", content: of(DraftingSettings) },
  {
    key: "agent",
    title: "Agent changes",
    isOnlyBuiltIn: true,
    content: of(AgentChanges),
  },
  { key: "labels", title: "Labels", content: of(Labels) },
  { key: "dismissal", title: "Dismissal reasons", content: of(DismissalReasons) },
  {
    key: "collect",
    title: "Collect feedback",
    needs: "keys",
    isOnlyBuiltIn: true,
    content: Collection,
  },
  {
    key: "spam",
    title: "Held for review",
    needs: "triage",
    isOnlyBuiltIn: true,
    content: HeldForReview,
  },
  { key: "keys", title: "API keys", needs: "keys", content: Keys },
];

/** Returns the sections that the person sees. */
export function sectionsFor({ person, isBuiltIn }: AuthorizedServices): Section[] {
  return SECTIONS.filter(
    ({ needs, isOnlyBuiltIn }) =>
      (needs === undefined || may(person.role, needs)) && (isBuiltIn || !isOnlyBuiltIn),
  );
}

function Documentation({ services, projectId }: SectionProps) {
  return (
    <>
      <p className="mb-3 text-muted">
        How the addresses in your feedback map to files in your documentation repository.{" "}
        {may(services.person.role, "settings") && (
          <IntentLink href={`/${projectId}/start/documentation`} className="link text-accent">
            Connect your documentation
          </IntentLink>
        )}
      </p>
      <DocumentationSettings projectId={projectId} hasRepository={services.isBuiltIn} />
    </>
  );
}

function Collection({ services: { publicUrl }, projectId }: SectionProps) {
  return (
    <>
      <p className="mb-3 text-muted">
        With a public key, a documentation site can send readers' feedback to this project. The key
        isn't secret, and it works only on the sites that you specify.
      </p>
      <CollectKeys projectId={projectId} publicUrl={publicUrl} />
      <h4 className="mt-4 mb-2 font-medium">Add the widget to your site</h4>
      <WidgetRecipes projectId={projectId} publicUrl={publicUrl} />
    </>
  );
}

function HeldForReview({ services: { person }, projectId }: SectionProps) {
  return <SuspectedSpam projectId={projectId} mayDelete={may(person.role, "delete")} />;
}

function Keys({ services, projectId }: SectionProps) {
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
