"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionEntry } from "../../lib/contract/api/people.ts";
import { endSession, mySessions } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { browserName } from "./browser-name.ts";

/** Where one is signed in; each session can be ended from here. */
export function Sessions() {
  const client = useQueryClient();
  const { data, error } = useQuery(mySessions);
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: (left) => client.setQueryData(mySessions.queryKey, left),
  });
  const problem = error ?? end.error;
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-2">
      <h2 id="sessions" className="font-semibold text-sm">
        Your sessions
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

function SessionItem(props: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const { session } = props;
  const name = browserName(session.agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="untrusted min-w-0 flex-1 basis-40 font-medium">
        {name}
        {session.address && <span className="font-normal text-muted"> {session.address}</span>}
      </span>
      <span className="text-muted">
        Since <Time at={session.createdAt} />
      </span>
      {session.isCurrent ? (
        <span className="w-20 text-muted">This one</span>
      ) : (
        <Button variant="danger" disabled={props.busy} onClick={props.onEnd}>
          End<span className="sr-only"> the session of {name}</span>
        </Button>
      )}
    </li>
  );
}
