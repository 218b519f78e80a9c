import { AgentTest } from "../../../components/start/agent-test.tsx";
import { Lines } from "../../../components/start/lines.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import { type GuideProps, Step } from "./guide.tsx";

const LINES = `AGENT=claude
ANTHROPIC_API_KEY=…`;

export function AgentGuide({ services, projectId }: GuideProps) {
  const { isBuiltIn, hasOwnAgent, person } = services;
  if (!isBuiltIn) return <p>The hosted platform runs the agent, so there is nothing to set up.</p>;
  return (
    <>
      <Step number={1} title="Set these variables in .env or in the environment">
        <Lines text={LINES} />
        <p>
          AGENT can also be codex, gemini, opencode, aider, cursor, or copilot. For any other
          command that reads a prompt from standard input and changes files in the current folder,
          set AGENT_COMMAND. It runs in a sandbox; see docs/agents.md and docs/security.md.
        </p>
      </Step>
      <Step number={2} title="Restart Errata">
        <p>
          {hasOwnAgent
            ? "Errata is using your agent."
            : "Errata is using the sample agent until then, which only replaces words that readers correct."}
        </p>
      </Step>
      <Step number={3} title="Test the command">
        <p>
          Errata starts the command in its sandbox with a trivial prompt, in a copy of the
          repository that it then deletes. The test takes up to a minute and never opens a pull
          request.
        </p>
        {may(person.role, "settings") ? (
          <AgentTest projectId={projectId} isReady={hasOwnAgent} />
        ) : (
          <p className="text-muted">Ask an admin to test the command.</p>
        )}
      </Step>
    </>
  );
}
