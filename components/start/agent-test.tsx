"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AgentTest as Result } from "../../lib/contract/api/setup.ts";
import { setup, testAgent } from "../../lib/queries/setup.ts";
import { formatDuration } from "../app/format-duration.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { type Check, CheckList } from "./check-list.tsx";
import { Lines } from "./lines.tsx";

/** Runs the agent's command on a trivial prompt and shows the result. */
export function AgentTest({ projectId, isReady }: { projectId: string; isReady: boolean }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => testAgent(projectId),
    onSettled: () => client.invalidateQueries({ queryKey: setup(projectId).queryKey }),
  });
  return (
    <div className="flex flex-col gap-3" data-testid="agent-test">
      <Button
        className="self-start"
        disabled={!isReady || test.isPending}
        onClick={() => test.mutate()}
      >
        {test.isPending ? "Testing the command…" : "Test command"}
      </Button>
      <ErrorNotice error={test.error} />
      {test.data && !test.isPending && <Outcome result={test.data} />}
    </div>
  );
}

function Outcome({ result }: { result: Result }) {
  const { program, isFound, hasStarted, failure, version, duration, output } = result;
  const checks: Check[] = [
    [`Found ${program}`, isFound ? "done" : "failed"],
    ["Started in the sandbox", hasStarted ? "done" : "failed"],
    [
      failure === null ? `Ended after ${formatDuration(duration)}` : "Ended without an error",
      failure === null ? "done" : "failed",
    ],
  ];
  return (
    <div role="status" className="flex flex-col gap-3">
      <CheckList checks={checks} />
      {version !== null && (
        <p className="untrusted text-muted">
          {program} --version: {version}
        </p>
      )}
      {failure !== null && <p>{failure}</p>}
      {output !== "" && <Lines text={output} />}
    </div>
  );
}
