"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import type { RowGroup } from "../../../lib/contract/api/feedback.ts";
import { loadInboxAddress } from "../../../lib/filters/feedback-filters.ts";
import { OPENED_GROUP, type OpenedGroup } from "../../../lib/queries/feedback.ts";
import { groupRows } from "../../../lib/queries/group-rows.ts";
import { useOutbox } from "../../app/outbox.tsx";

/** Says how many items a row stands for, and shows them below it. */
export function GroupLabel({ id, group }: { id: string; group: RowGroup }) {
  // A row of an opened group.
  if (group.items === 0) return <span className="list-notes">similar</span>;
  return <GroupButton id={id} group={group} />;
}

function GroupButton({ id, group }: { id: string; group: RowGroup }) {
  const client = useQueryClient();
  const { projectId } = useOutbox();
  const { open, ...filters } = loadInboxAddress(useSearchParams());
  const { data: opened } = useQuery<OpenedGroup>({ queryKey: OPENED_GROUP, enabled: false });
  const isOpen = opened?.id === id;
  const { data: rows } = useQuery({ ...groupRows(projectId, filters, id), enabled: isOpen });
  const show = (shown: OpenedGroup) => client.setQueryData(OPENED_GROUP, shown);
  useEffect(() => {
    if (isOpen && rows) client.setQueryData(OPENED_GROUP, { id, rows });
  }, [client, isOpen, id, rows]);
  const pages = group.pages === 1 ? "" : ` on ${group.pages.toLocaleString("en")} pages`;
  return (
    <button
      type="button"
      data-testid="row-group"
      aria-expanded={isOpen}
      tabIndex={-1}
      className="list-notes underline underline-offset-2"
      onClick={(event) => {
        event.stopPropagation();
        show({ id: isOpen ? "" : id, rows: [] });
      }}
    >
      {group.isRecurrence && "Recurrence, "}
      {group.items.toLocaleString("en")} items{pages}
    </button>
  );
}
