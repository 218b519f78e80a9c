"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { jobStatusWord } from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { Button } from "../ui/button.tsx";
import { jobStateName } from "./job-badge.tsx";

const never = () => () => undefined;
const permissionNow = () => ("Notification" in window ? Notification.permission : "denied");

/** Shows a notification when the status changes while the page is hidden, if allowed. */
export function NotifyMe({ job, inProgress }: { job: JobDetail; inProgress: boolean }) {
  const initial = useSyncExternalStore(never, permissionNow, () => "denied");
  const [answer, setAnswer] = useState<NotificationPermission | null>(null);
  const permission = answer ?? initial;
  const status = jobStatusWord(job);
  const name = jobStateName(job);
  const seen = useRef(status);
  useEffect(() => {
    const changed = seen.current !== status;
    seen.current = status;
    if (changed && document.hidden && permission === "granted") {
      new Notification(`Agent job: ${name}`, { body: job.title, tag: job.id });
    }
  }, [status, name, job.title, job.id, permission]);
  if (!inProgress || permission !== "default") return null;
  return (
    <Button
      variant="quiet"
      className="-ml-2.5 self-start"
      onClick={async () => setAnswer(await Notification.requestPermission())}
    >
      Notify me when the status changes
    </Button>
  );
}
