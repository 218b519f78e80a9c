import { ConnectionTest } from "../../../components/start/connection-test.tsx";
import { Lines } from "../../../components/start/lines.tsx";
import { PlatformChecks } from "../../../components/start/platform-checks.tsx";
import { type GuideProps, Step } from "./guide.tsx";

const LINES = `PLATFORM_URL=https://api.example.com
PLATFORM_API_KEY=your-admin-key
PLATFORM_PROJECTS='docs=Our Docs'`;

export function PlatformGuide({ services: { isBuiltIn }, projectId }: GuideProps) {
  return (
    <>
      <Step number={1} title="Set these variables in .env or in the environment">
        <Lines text={LINES} />
        <p>Find the project IDs on the platform's API keys page. The key stays on this server.</p>
      </Step>
      <Step number={2} title="Restart Errata">
        <p>
          {isBuiltIn
            ? "This turns off the built-in platform and its sample data."
            : "Errata is using the hosted platform."}
        </p>
      </Step>
      <Step number={3} title="Check the connection">
        <PlatformChecks projectId={projectId} />
        {!isBuiltIn && <ConnectionTest projectId={projectId} />}
      </Step>
    </>
  );
}
