import { DocumentationSettings } from "../../../components/documentation/documentation-settings.tsx";
import { Lines } from "../../../components/start/lines.tsx";
import { type GuideProps, Step } from "./guide.tsx";

const LINES = `DOCS_REPOSITORY=acme/docs
GITHUB_TOKEN=your-token`;

export function DocumentationGuide({ services, projectId }: GuideProps) {
  const { isBuiltIn, hasOwnRepository } = services;
  if (!isBuiltIn) return <DocumentationSettings projectId={projectId} hasRepository={false} />;
  return (
    <>
      <Step number={1} title="Set these variables in .env or in the environment">
        <Lines text={LINES} />
        <p>
          The repository can be <code className="font-mono">owner/name</code> on GitHub, an SSH or
          HTTPS address, or a path on this server. On GitHub and GitLab, a token opens pull
          requests. With <code className="font-mono">DOCS_BRANCH</code>, you choose a branch.
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
