"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { Button } from "../ui/button.tsx";
import { jobStateName } from "./job-badge.tsx";

const never = () => () => undefined;
const permissionNow = () => ("Notification" in window ? Notification.permission : "denied");

/** Tells of a job's end while the page is hidden, to those who have allowed it. */
export function NotifyMe({ job, moving }: { job: JobDetail; moving: boolean }) {
  const initial = useSyncExternalStore(never, permissionNow, () => "denied");
  const [answer, setAnswer] = useState<NotificationPermission | null>(null);
  const permission = answer ?? initial;
  const seen = useRef(job.state);
  useEffect(() => {
    const changed = seen.current !== job.state;
    seen.current = job.state;
    if (changed && document.hidden && permission === "granted") {
      new Notification(`Agent job: ${jobStateName(job.state)}`, { body: job.title, tag: job.id });
    }
  }, [job.state, job.title, job.id, permission]);
  if (!moving || permission !== "default") return null;
  return (
    <Button
      variant="quiet"
      className="-ml-2.5 self-start"
      onClick={async () => setAnswer(await Notification.requestPermission())}
    >
      Notify me when this page is in the background
    </Button>
  );
}
