"use client";

import { useQuery } from "@tanstack/react-query";
import { collectKeys, keysOfOtherSites } from "../../lib/queries/collect.ts";
import { newestItem } from "../../lib/queries/setup.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Comment } from "../feedback/comment.tsx";
import { CircleCheck, Clock } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";

/** The first item that a reader leaves on the team's own site, as soon as it arrives. */
export function FirstItem({ projectId, publicUrl }: { projectId: string; publicUrl: string }) {
  const { data: received } = useQuery(collectKeys(projectId));
  const keys = keysOfOtherSites(received?.keys, publicUrl);
  const hasArrived = keys.some(({ received: all, suspected }) => all > suspected);
  const isHeld = keys.some(({ suspected }) => suspected > 0);
  const { data } = useQuery({ ...newestItem(projectId), enabled: hasArrived });
  const since = Math.min(...keys.map(({ createdAt }) => createdAt));
  const item = data?.feedback.find(({ createdAt }) => createdAt !== null && createdAt >= since);
  return (
    <div
      role="status"
      data-testid="first-item"
      className="flex min-h-16 items-center gap-3 rounded-md border border-line px-3 py-2"
    >
      {item ? (
        <>
          <CircleCheck size={16} className="shrink-0 text-good" />
          <span className="min-w-0 flex-1">
            <Comment
              text={item.comment}
              source={item.source}
              singleLine
              className="block truncate"
            />
            <span className="block truncate text-muted text-xs">
              {displayable(item.page)}, <Time at={item.createdAt ?? since} />
            </span>
          </span>
          <IntentLink
            href={`/${projectId}/feedback?open=${encodeURIComponent(item.id)}`}
            className="link text-accent"
          >
            Open item
          </IntentLink>
        </>
      ) : (
        <>
          <Clock size={16} className="shrink-0 text-muted" />
          <p className="text-muted">
            {isHeld
              ? "Feedback arrived and is held for review. Restore it in Settings, under Held for review."
              : "Waiting for the first feedback. It appears here within seconds."}
          </p>
        </>
      )}
    </div>
  );
}
