"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Revision } from "../../lib/contract/api/changes.ts";
import { useOutbox } from "./outbox.tsx";
import { useSession } from "./session.tsx";

/** Milliseconds until the page follows changes. It isn't part of what loads first. */
const START_DELAY_MS = 1_000;
/** Milliseconds until the next attempt to load the code. */
const RETRY_DELAY_MS = 10_000;

/**
 * Keeps the page's data up to date.
 * @param props.revision of the project when the server read the page's data; null if it isn't known
 */
export function LiveUpdates(props: { projectId: string; revision: Revision | null }) {
  const { projectId, revision } = props;
  const client = useQueryClient();
  const personId = useSession().person.id;
  const outbox = useOutbox();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const load = () =>
      import("../live/follow-project.ts").then(
        ({ followProject }) => {
          if (!isGone) stop = followProject({ client, projectId, personId, revision, outbox });
        },
        () => isGone || wait(RETRY_DELAY_MS),
      );
    const wait = (milliseconds: number) => setTimeout(load, milliseconds);
    const timer = wait(START_DELAY_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, projectId, personId, revision, outbox]);
  return null;
}
