import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { DocumentationSettings } from "../../../../components/documentation/documentation-settings.tsx";
import { CollectKeys } from "../../../../components/settings/collect-keys.tsx";
import { ItemCount } from "../../../../components/start/item-count.tsx";
import { ImportList, ImportUpload } from "../../../../components/start/lazy-imports.tsx";
import { Lines } from "../../../../components/start/lines.tsx";
import { PlatformChecks } from "../../../../components/start/platform-checks.tsx";
import { RemoveSample } from "../../../../components/start/remove-sample.tsx";
import { WidgetRecipes } from "../../../../components/start/widget-recipes.tsx";
import { IntentLink } from "../../../../components/ui/intent-link.tsx";
import { may } from "../../../../lib/contract/api/permissions.ts";
import type { AuthorizedServices } from "../../../../lib/services.ts";
import { openProject } from "../../../_server/page-access.ts";

interface Way {
  title: string;
  steps: (props: { services: AuthorizedServices; projectId: string }) => ReactNode;
}

const WAYS: Readonly<Record<string, Way>> = {
  widget: { title: "Add the widget to your site", steps: WidgetSteps },
  platform: { title: "Connect a hosted platform", steps: PlatformSteps },
  import: { title: "Import a file", steps: ImportSteps },
  documentation: { title: "Connect your documentation", steps: DocumentationSteps },
  remove: { title: "Remove sample data", steps: RemovalSteps },
};

interface Address {
  params: Promise<{ projectId: string; way: string }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: wayOf((await params).way).title };
}

/** A short guide from sample data to one's own. */
export default async function StartPage({ params }: Address) {
  const { projectId, way } = await params;
  const { title, steps: Steps } = wayOf(way);
  const services = await openProject(projectId);
  return (
    <PageBody>
      <h1 className="page-title">{title}</h1>
      <Steps services={services} projectId={projectId} />
      <p>
        <IntentLink href={`/${projectId}/feedback`} className="link text-accent">
          Back to the inbox
        </IntentLink>
      </p>
    </PageBody>
  );
}

function wayOf(name: string): Way {
  return (Object.hasOwn(WAYS, name) && WAYS[name]) || notFound();
}

function WidgetSteps({ services, projectId }: Parameters<Way["steps"]>[0]) {
  const { publicUrl, isBuiltIn, person } = services;
  if (!isBuiltIn)
    return <p>The hosted platform collects feedback itself, so you don't need the widget.</p>;
  if (!may(person.role, "keys")) {
    return (
      <p>Ask an admin for this. The widget needs a public key, which only admins can create.</p>
    );
  }
  return (
    <>
      <Step number={1} title="Create a public key for your site">
        <CollectKeys projectId={projectId} publicUrl={publicUrl} />
      </Step>
      <Step number={2} title="Paste this into your site">
        <WidgetRecipes projectId={projectId} publicUrl={publicUrl} />
      </Step>
      <Step number={3} title="Leave feedback on your site">
        <p>
          When feedback arrives, it appears next to the key above. For the widget's options and the
          site generators it was tested with, see docs/collect.md.
        </p>
      </Step>
    </>
  );
}

const PLATFORM_LINES = `PLATFORM_URL=https://api.example.com
PLATFORM_API_KEY=your-admin-key
PLATFORM_PROJECTS='docs=Our Docs'`;

function PlatformSteps({ services, projectId }: Parameters<Way["steps"]>[0]) {
  return (
    <>
      <Step number={1} title="Set these variables in .env or in the environment">
        <Lines text={PLATFORM_LINES} />
        <p>Find the project IDs on the platform's API keys page. The key stays on this server.</p>
      </Step>
      <Step number={2} title="Restart Errata">
        <p>
          {services.isBuiltIn
            ? "This turns off the built-in platform and its sample data."
            : "Errata is using the hosted platform."}
        </p>
      </Step>
      <Step number={3} title="Check the connection">
        <PlatformChecks projectId={projectId} />
        <p className="text-muted">
          Like a sync, a check counts toward the platform's hourly request limit. Opening this page
          doesn't.
        </p>
      </Step>
    </>
  );
}

function ImportSteps({ services, projectId }: Parameters<Way["steps"]>[0]) {
  if (!services.isBuiltIn) return <p>Imports aren't available with a hosted platform.</p>;
  return (
    <>
      <h2 className="font-semibold text-sm">Upload a file from another tool</h2>
      {may(services.person.role, "import") ? (
        <ImportUpload projectId={projectId} />
      ) : (
        <p>Ask an admin for this. Only admins can import files.</p>
      )}
      <h2 className="font-semibold text-sm">Or import a large file with a command</h2>
      <Step number={1} title="Prepare a file">
        <p>
          JSON, NDJSON, or CSV with a header row; gzip files work, too. Each item needs an ID, a
          page, and a source. For the fields, see docs/import.md.
        </p>
      </Step>
      <Step number={2} title="Run this in Errata's folder">
        <Lines text={`npm run import -- feedback.csv --project ${projectId}`} />
        <p>Importing the same file twice changes nothing.</p>
      </Step>
      <Step number={3} title="Watch the items arrive">
        <ItemCount projectId={projectId} />
      </Step>
      {may(services.person.role, "import") && (
        <>
          <h2 className="font-semibold text-sm">Imports</h2>
          <ImportList projectId={projectId} />
        </>
      )}
    </>
  );
}

const REPOSITORY_LINES = `DOCS_REPOSITORY=acme/docs
GITHUB_TOKEN=your-token`;

function DocumentationSteps({ services, projectId }: Parameters<Way["steps"]>[0]) {
  const { isBuiltIn, hasOwnRepository } = services;
  if (!isBuiltIn) return <DocumentationSettings projectId={projectId} hasRepository={false} />;
  return (
    <>
      <Step number={1} title="Set these variables in .env or in the environment">
        <Lines text={REPOSITORY_LINES} />
        <p>
          The repository can be <code className="font-mono">owner/name</code> on GitHub, an SSH or
          HTTPS address, or a path on this server. Only GitHub needs a token. With{" "}
          <code className="font-mono">DOCS_BRANCH</code>, you choose a branch.
        </p>
      </Step>
      <Step number={2} title="Restart Errata">
        <p>
          {hasOwnRepository
            ? "Errata is using your repository."
            : "Errata is using the sample's repository until then."}
        </p>
      </Step>
      <Step number={3} title="Check that your pages are found">
        <DocumentationSettings projectId={projectId} hasRepository />
        <p className="text-muted">
          For what Errata recognizes and how to write rules, see docs/repositories.md.
        </p>
      </Step>
    </>
  );
}

async function RemovalSteps({ services, projectId }: Parameters<Way["steps"]>[0]) {
  const items = await services.sample.count(projectId);
  if (items === 0) return <p>This project has no sample data.</p>;
  return (
    <>
      <p>
        This deletes the sample's {items.toLocaleString("en")} {items === 1 ? "item" : "items"} and
        their history. You can't undo this. Feedback that you collected or imported stays, and so do
        agent jobs and the sample's documentation.
      </p>
      {may(services.person.role, "delete") ? (
        <RemoveSample projectId={projectId} items={items} />
      ) : (
        <p>Ask an admin to remove the sample data.</p>
      )}
    </>
  );
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  const id = `step-${props.number}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-semibold text-sm">
        {props.number}. {props.title}
      </h2>
      {props.children}
    </section>
  );
}
