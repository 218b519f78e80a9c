import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { IntentLink } from "../../../../components/ui/intent-link.tsx";
import { AgentGuide } from "../../../_server/guides/agent.tsx";
import { DocumentationGuide } from "../../../_server/guides/documentation.tsx";
import type { GuideProps } from "../../../_server/guides/guide.tsx";
import { ImportGuide } from "../../../_server/guides/import.tsx";
import { PlatformGuide } from "../../../_server/guides/platform.tsx";
import { RemovalGuide } from "../../../_server/guides/removal.tsx";
import { TeamGuide } from "../../../_server/guides/team.tsx";
import { WidgetGuide } from "../../../_server/guides/widget.tsx";
import { openProject } from "../../../_server/page-access.ts";

interface Way {
  title: string;
  guide: (props: GuideProps) => ReactNode;
}

const WAYS: Readonly<Record<string, Way>> = {
  widget: { title: "Add the widget to your site", guide: WidgetGuide },
  platform: { title: "Connect a hosted platform", guide: PlatformGuide },
  import: { title: "Import a file", guide: ImportGuide },
  documentation: { title: "Connect your documentation", guide: DocumentationGuide },
  agent: { title: "Set up your coding agent", guide: AgentGuide },
  team: { title: "Invite your team", guide: TeamGuide },
  remove: { title: "Remove sample data", guide: RemovalGuide },
};

interface Address {
  params: Promise<{ projectId: string; way: string }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: wayOf((await params).way).title };
}

/** A short guide to one step of the setup. */
export default async function GuidePage({ params }: Address) {
  const { projectId, way } = await params;
  const { title, guide: Guide } = wayOf(way);
  const services = await openProject(projectId);
  return (
    <PageBody>
      <h1 className="page-title">{title}</h1>
      <Guide services={services} projectId={projectId} />
      <p>
        <IntentLink href={`/${projectId}/start`} className="link text-accent">
          Back to setup
        </IntentLink>
      </p>
    </PageBody>
  );
}

function wayOf(name: string): Way {
  return (Object.hasOwn(WAYS, name) && WAYS[name]) || notFound();
}
