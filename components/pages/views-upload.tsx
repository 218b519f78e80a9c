"use client";

import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { PageViews } from "../../lib/contract/api/page-views.ts";
import { replacePageViews } from "../../lib/queries/documentation-pages.ts";
import { counted } from "../../lib/text/counted.ts";
import { Time } from "../app/time.tsx";
import type { ChosenFile } from "../table-file/use-table-file.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

/** Its code loads with the first file. */
const ViewsImport = lazyPart({
  name: "the upload form",
  load: async () => (await import("./views-import.tsx")).ViewsImport,
});

type ViewsUploadResult = UseMutationResult<number, Error, PageViews["pages"]>;

/** Uploads a file with the views of each page, or removes the ones that are known. */
export function ViewsUpload({ projectId, at }: { projectId: string; at: number | null }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const upload = useMutation({
    mutationFn: async (pages: PageViews["pages"]) => {
      const result = await replacePageViews(projectId, { pages });
      await client.invalidateQueries({ queryKey: ["feedback", projectId] });
      return result.pages;
    },
  });
  const read = useMutation({
    mutationFn: async (file: File) => {
      const { chosenFile } = await import("../table-file/use-table-file.ts");
      return chosenFile(file, "Keep the pages with the most views and upload it again.");
    },
    onMutate: () => upload.reset(),
    onSuccess: setChosen,
  });
  const count = upload.data ?? 0;
  return (
    // Without views, it is a chore for a desk.
    <div className={`flex flex-col gap-3 ${at === null ? "max-sm:hidden" : ""}`}>
      <div className="flex flex-wrap items-center gap-2 text-muted">
        {at === null ? (
          <p>
            Upload page views from your analytics (a CSV or JSON file) to see which pages fail the
            most readers.
          </p>
        ) : (
          <p>
            Page views uploaded <Time at={at} />
          </p>
        )}
        <FileButton isBusy={upload.isPending || read.isPending} onChoose={read.mutate}>
          {at === null ? "Upload page views" : "Replace page views"}
        </FileButton>
        {at !== null && <RemoveButton upload={upload} />}
        <span role="status">
          {count > 0 && `Uploaded page views for ${counted(count, "page")}`}
        </span>
        <ErrorNotice error={read.error} />
      </div>
      {chosen && (
        <ViewsImport
          key={chosen.number}
          chosen={chosen}
          upload={upload}
          onCancel={() => setChosen(null)}
        />
      )}
    </div>
  );
}

function FileButton(props: {
  isBusy: boolean;
  onChoose: (file: File) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.gz,text/csv"
        aria-label="Page views file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) props.onChoose(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button disabled={props.isBusy} onClick={() => input.current?.click()}>
        {props.children}
      </Button>
    </>
  );
}

/** Removes the page views that are known, after a question. */
function RemoveButton({ upload }: { upload: ViewsUploadResult }) {
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      <Button variant="quiet" disabled={upload.isPending} onClick={() => setIsRemoving(true)}>
        Remove page views
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title="Remove page views?"
          action="Remove page views"
          isBusy={upload.isPending}
          error={upload.error}
          done={null}
          onConfirm={() => upload.mutate([], { onSuccess: () => setIsRemoving(false) })}
          onClose={() => setIsRemoving(false)}
        >
          <p>
            Pages will be ranked by their votes and reports. To undo this, upload the file again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
