"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { notifications } from "../../lib/queries/notifications.ts";
import { useSession } from "../app/session.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { NotificationItems } from "./notification-items.tsx";
import { useMarkRead } from "./use-mark-read.ts";

/** Everything that the person was notified of in a project. */
export function NotificationsView({ projectId }: { projectId: string }) {
  const { hasSignIn } = useSession();
  const query = useInfiniteQuery(notifications(projectId));
  const all = query.data?.pages.flatMap((part) => part.notifications);
  const unread = query.data?.pages[0]?.unread ?? 0;
  const newest = all?.[0]?.id;
  const { markRead, error } = useMarkRead(projectId);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="page-title">Notifications</h1>
        <p role="status" className="text-muted tabular-nums">
          {unread > 0 && `${unread.toLocaleString("en")} unread`}
        </p>
        {unread > 0 && newest !== undefined && (
          <Button className="ml-auto" onClick={() => markRead({ upTo: newest })}>
            Mark all as read
          </Button>
        )}
      </div>
      <ErrorNotice error={error} />
      <LoadError
        error={query.error}
        outdated={all ? "The list" : null}
        onRetry={() => void query.refetch()}
      />
      {all?.length === 0 && (
        <EmptyState title="No notifications">
          You're notified when{" "}
          {hasSignIn && "a teammate assigns an item to you or mentions you in a note, when "}
          one of your agent jobs needs attention, or when feedback you resolved is reported again.
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <NotificationItems projectId={projectId} notifications={all} onRead={markRead} />
      )}
      <ShowMore list={query} />
    </>
  );
}
