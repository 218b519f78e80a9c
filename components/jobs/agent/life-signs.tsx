"use client";

import { useEffect, useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";

/** How long the agent has worked, and when it last printed something; or the job's place among those that wait for one. */
export function LifeSigns(props: {
  job: JobDetail;
  printedAt: number | null;
  ahead: number | null;
}) {
  const { job, printedAt, ahead } = props;
  const now = useSeconds();
  const startedAt = job.history.findLast(({ kind }) => kind === "answered" || kind === "message");
  if (ahead !== null) {
    const place = ahead === 0 ? "It's next." : `${counted(ahead, "job")} before it.`;
    return <p className="text-muted">Waiting for other jobs to finish. {place}</p>;
  }
  return (
    <p className="min-h-5 text-muted tabular-nums">
      {now !== null && (
        <>
          Running for {seconds(now - (startedAt?.at ?? job.createdAt))}
          {printedAt !== null && <> · last output {seconds(now - printedAt)} ago</>}
        </>
      )}
    </p>
  );
}

/** The time, every second; null on the server, whose time is another one. */
function useSeconds(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A duration to the second: "2 min 5 s". */
function seconds(milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 1_000));
  const minutes = Math.floor(total / 60);
  return minutes === 0 ? `${total} s` : `${minutes} min ${total % 60} s`;
}
