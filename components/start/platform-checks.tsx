"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { Permitted } from "../app/permitted.tsx";
import { ClockTime } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { CircleAlert, CircleCheck, Clock } from "../ui/icons.tsx";

type State = "done" | "waiting" | "failed";

/** What is known of the connection to a hosted platform. Only the button asks the platform. */
export function PlatformChecks({ projectId }: { projectId: string }) {
  const query = syncStatus(projectId);
  const client = useQueryClient();
  const { data: status, error } = useQuery(query);
  const check = useMutation({
    mutationFn: () => requestSync(projectId),
    onSuccess: (updated) => client.setQueryData(query.queryKey, updated),
  });
  const states = statesOf(status);
  const steps = [
    ["Configured", status?.source === "export" ? "done" : "waiting"],
    ["Key accepted", states.key],
    ["Project found", states.project],
    ["Feedback received", states.page],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-1" data-testid="platform-checks">
        {steps.map(([name, state]) => (
          <Step key={name} name={name} state={state} />
        ))}
      </ul>
      {status?.problem && (
        <p>
          {status.problem.message}
          {status.source === "export" && (
            <>
              {" Retrying at "}
              <ClockTime at={status.nextRequestAt} />.
            </>
          )}
        </p>
      )}
      <ErrorNotice error={error ?? check.error} />
      {status?.source === "export" && (
        <Permitted to="sync">
          <Button className="self-start" disabled={check.isPending} onClick={() => check.mutate()}>
            Check now
          </Button>
        </Permitted>
      )}
    </div>
  );
}

/** A page that was read proves the rest. */
function statesOf(status: SyncStatus | undefined): Record<"key" | "project" | "page", State> {
  if (status?.source !== "export") return { key: "waiting", project: "waiting", page: "waiting" };
  const { problem, lastSuccessAt } = status;
  if (problem?.code === "key_rejected") {
    return { key: "failed", project: "waiting", page: "waiting" };
  }
  if (problem?.code === "project_rejected") {
    return { key: "done", project: "failed", page: "waiting" };
  }
  const state = lastSuccessAt === null ? "waiting" : "done";
  return { key: state, project: state, page: state };
}

const LOOKS = {
  done: { icon: CircleCheck, text: "Yes", className: "text-good" },
  waiting: { icon: Clock, text: "Not yet", className: "text-muted" },
  failed: { icon: CircleAlert, text: "No", className: "text-bad" },
} as const;

function Step({ name, state }: { name: string; state: State }) {
  const { icon: Icon, text, className } = LOOKS[state];
  return (
    <li className={`flex items-center gap-2 ${className}`}>
      <Icon size={16} />
      {name}: {text}
    </li>
  );
}
