"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PageViews } from "../../lib/contract/api/page-views.ts";
import { replacePageViews } from "../../lib/queries/documentation-pages.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Uploads a file with the views of each page, or removes the ones that are known. */
export function ViewsUpload({ projectId, at }: { projectId: string; at: number | null }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const send = async (views: PageViews) => {
    const { pages } = await replacePageViews(projectId, views);
    await client.invalidateQueries({ queryKey: ["feedback", projectId] });
    return pages;
  };
  const upload = useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) return send({ pages: [] });
      const { readViews } = await import("../../lib/table-file/page-views.ts");
      return send(await readViews(file));
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-2 text-muted">
      {at === null ? (
        <p>
          Upload page views from your analytics (a CSV file with the columns “page” and “views”) to
          see which pages fail the most readers.
        </p>
      ) : (
        <p>
          Page views uploaded <Time at={at} />
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.json,.gz,text/csv"
        aria-label="Page views file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button disabled={upload.isPending} onClick={() => input.current?.click()}>
        {at === null ? "Upload page views" : "Replace page views"}
      </Button>
      {at !== null && (
        <Button variant="quiet" disabled={upload.isPending} onClick={() => setIsRemoving(true)}>
          Remove page views
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Remove page views?"
          action="Remove page views"
          isBusy={upload.isPending}
          error={upload.error}
          done={null}
          onConfirm={() => upload.mutate(null, { onSuccess: () => setIsRemoving(false) })}
          onClose={() => setIsRemoving(false)}
        >
          <p>
            Pages will be ranked by their votes and reports. To undo this, upload the file again.
          </p>
        </ConfirmDialog>
      )}
      <span role="status">
        {upload.data !== undefined &&
          upload.data > 0 &&
          `Uploaded page views for ${upload.data.toLocaleString("en")} ${upload.data === 1 ? "page" : "pages"}`}
      </span>
      <ErrorNotice error={isRemoving ? null : upload.error} />
    </div>
  );
}
