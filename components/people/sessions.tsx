"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionInfo } from "../../lib/contract/api/people.ts";
import { endSession, mySessions } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Ordered: most user agents also contain the names that follow theirs. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;

const SYSTEMS = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns a name such as `Firefox on Linux` for a user agent. */
function browserName(agent: string | null): string {
  const match = (names: readonly (readonly [string, string])[]) =>
    names.find(([token]) => agent?.includes(token))?.[1];
  const system = match(SYSTEMS);
  return `${match(BROWSERS) ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}

/** The signed-in person's sessions, each with a button to end it. */
export function Sessions() {
  const client = useQueryClient();
  const { data, error } = useQuery(mySessions);
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: (remaining) => client.setQueryData(mySessions.queryKey, remaining),
  });
  const problem = error ?? end.error;
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-2">
      <h2 id="sessions" className="font-semibold text-sm">
        Active sessions
      </h2>
      <ErrorNotice error={problem} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {data?.sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            busy={end.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function SessionItem(props: { session: SessionInfo; busy: boolean; onEnd: () => void }) {
  const { session } = props;
  const name = browserName(session.agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="untrusted min-w-0 flex-1 basis-40 font-medium">
        {name}
        {session.address && <span className="font-normal text-muted"> {session.address}</span>}
      </span>
      <span className="text-muted">
        Signed in <Time at={session.createdAt} />
      </span>
      {session.isCurrent ? (
        <span className="text-muted">This session</span>
      ) : (
        <Button variant="danger" disabled={props.busy} onClick={props.onEnd}>
          End session<span className="sr-only"> in {name}</span>
        </Button>
      )}
    </li>
  );
}
