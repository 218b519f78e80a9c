"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SpamPost } from "../../lib/contract/api/collect.ts";
import {
  collectKeys,
  deleteSpamPosts,
  restoreSpamPost,
  spamPosts,
  withoutSpamPost,
} from "../../lib/queries/collect.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PathText } from "../ui/path-text.tsx";
import { ShowMore } from "../ui/show-more.tsx";

/**
 * Feedback that was held because it looks like spam, each with the reason.
 * @param props.mayDelete whether the person may also delete it
 */
export function SuspectedSpam({ projectId, mayDelete }: { projectId: string; mayDelete: boolean }) {
  const list = useInfiniteQuery(spamPosts(projectId));
  const restore = useRestore(projectId);
  const [deleting, setDeleting] = useState<string[] | null>(null);
  const shown = list.data?.pages.flatMap((page) => page.suspects) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={list.error ?? restore.error} />
      {list.isPending && !list.error && <p className="text-muted">Loading…</p>}
      <Total total={list.data?.pages.at(-1)?.total} shown={shown.length} />
      {shown.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {shown.map((spamPost) => (
            <SpamPostRow
              key={spamPost.id}
              spamPost={spamPost}
              isBusy={restore.isPending}
              onRestore={() => restore.mutate(spamPost.id)}
              onDelete={mayDelete ? () => setDeleting([spamPost.id]) : null}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">
        <ShowMore list={list} />
        {mayDelete && shown.length > 1 && (
          <Button onClick={() => setDeleting(shown.map(({ id }) => id))}>
            Delete the {shown.length.toLocaleString("en")} shown
          </Button>
        )}
      </div>
      {deleting && (
        <DeleteSpamPosts projectId={projectId} ids={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  );
}

/** Moves a post to the inbox. */
function useRestore(projectId: string) {
  const client = useQueryClient();
  const { queryKey } = spamPosts(projectId);
  return useMutation({
    mutationFn: (id: string) => restoreSpamPost(projectId, id),
    onSuccess: ({ total }, id) =>
      client.setQueryData(queryKey, (pages) => pages && withoutSpamPost(pages, id, total)),
  });
}

/** Says that there are none, or more than are shown. */
function Total({ total, shown }: { total: number | undefined; shown: number }) {
  if (total === undefined || (total > 0 && total === shown)) return null;
  return (
    <p className="text-muted">
      {total === 0
        ? "Nothing is held for review. Feedback that looks like spam is held here."
        : `${counted(total, "post")}. Showing the newest ${shown.toLocaleString("en")}.`}
    </p>
  );
}

function SpamPostRow(props: {
  spamPost: SpamPost;
  isBusy: boolean;
  onRestore: () => void;
  onDelete: (() => void) | null;
}) {
  const { spamPost, isBusy, onRestore, onDelete } = props;
  const { path, comment, reason, receivedAt } = spamPost;
  return (
    <li
      data-testid="suspect"
      className="flex flex-wrap items-start justify-end gap-x-4 gap-y-2 px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="untrusted">
          {displayable(comment ?? "No comment")}
        </p>
        <p className="untrusted text-muted">
          <PathText path={path} />, <Time at={receivedAt} />. {reason}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {onDelete && (
          <Button variant="quiet" onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button disabled={isBusy} onClick={onRestore}>
          Not spam
        </Button>
      </div>
    </li>
  );
}

function DeleteSpamPosts(props: { projectId: string; ids: string[]; onClose: () => void }) {
  const { projectId, ids } = props;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteSpamPosts(projectId, ids),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: collectKeys(projectId).queryKey });
      return client.invalidateQueries({ queryKey: spamPosts(projectId).queryKey });
    },
  });
  const posts = counted(ids.length, "post");
  return (
    <ConfirmDialog
      title={`Delete ${posts}?`}
      action={`Delete ${posts}`}
      isBusy={remove.isPending}
      error={remove.error}
      done={remove.data ? `${counted(remove.data.deleted, "post")} deleted.` : null}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      <p>Posts that a teammate moved to the inbox in the meantime are kept.</p>
      <p>
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}
