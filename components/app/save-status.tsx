"use client";

import { useEffect, useState } from "react";
import { counted } from "../../lib/text/counted.ts";
import { useConnection } from "./use-connection.ts";
import { useUnsaved } from "./use-unsaved.ts";
import { useWarningBeforeUnload } from "./warning-before-unload.ts";

/** Says how much of what the person decided is saved on the server. Empty before the first decision. */
export function SaveStatus() {
  const { count, rejected, rejectedAt, obstacle, reason, onlyInMemory } = useUnsaved();
  const isOnline = useConnection() === "online";
  const [hasSaved, setHasSaved] = useState(false);
  useEffect(() => {
    if (count > 0) setHasSaved(true);
  }, [count]);
  const isBlocked = obstacle === "disk_full" || obstacle === "denied";
  const isTrouble = count > 0 ? !isOnline || isBlocked : rejected > 0;
  useWarningBeforeUnload(onlyInMemory && count > 0);
  return (
    <p
      role="status"
      data-testid="save-status"
      data-waiting={count}
      // A narrow screen has room for only one of the two: without a connection, that notice also
      // counts unsaved changes.
      className={`text-xs ${isOnline ? "max-md:min-w-0 max-md:truncate" : "max-md:sr-only"} ${isTrouble ? "text-warn" : "text-muted"}`}
    >
      {count > 0 ? (
        <Waiting {...{ count, obstacle, reason, onlyInMemory, isOnline }} />
      ) : rejected > 0 ? (
        <a href={rejectedAt} className={rejectedAt && "link"}>
          {notSaved(rejected)}
        </a>
      ) : (
        hasSaved && "Saved"
      )}
    </p>
  );
}

/** Says why changes aren't saved yet, and what happens next. */
function Waiting(
  props: Pick<ReturnType<typeof useUnsaved>, "count" | "obstacle" | "reason" | "onlyInMemory"> & {
    isOnline: boolean;
  },
) {
  const { count, obstacle, reason, onlyInMemory, isOnline } = props;
  if (obstacle === "signed_out") return <SignInAgain {...{ count, onlyInMemory }} />;
  if (obstacle === "disk_full") return notSaved(count, ": the server can't write to its disk");
  if (obstacle === "denied")
    return (
      <span title={reason ?? undefined}>
        {notSaved(count, `: ${reason}${onlyInMemory ? " Keep this tab open." : ""}`)}
      </span>
    );
  if (onlyInMemory) return notSaved(count, ": keep this tab open");
  if (isOnline && obstacle === null) return `Saving ${count.toLocaleString("en")}…`;
  return `Offline: ${counted(count, "change")} waiting`;
}

/** Signing in leaves the page, so warn about changes that only this tab has. */
function SignInAgain({ count, onlyInMemory }: { count: number; onlyInMemory: boolean }) {
  const next = encodeURIComponent(`${location.pathname}${location.search}`);
  return (
    <a
      href={`/sign-in?next=${next}`}
      target={onlyInMemory ? "_blank" : undefined}
      className="link text-warn"
    >
      Sign in
      {unlessNarrow(
        onlyInMemory
          ? ` in a new tab to save ${counted(count, "change")}, and keep this one open`
          : ` to save ${counted(count, "change")}`,
      )}
    </a>
  );
}

function notSaved(count: number, advice = "") {
  return (
    <>
      {count.toLocaleString("en")}
      {unlessNarrow(count === 1 ? " change" : " changes")} not saved{unlessNarrow(advice)}
    </>
  );
}

/** Text that is visually hidden on narrow screens, which have no room for it. */
function unlessNarrow(text: string) {
  return <span className="max-md:sr-only">{text}</span>;
}
