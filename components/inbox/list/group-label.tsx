"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RowGroup } from "../../../lib/contract/api/feedback.ts";
import { openedGroup } from "../../../lib/queries/group-rows.ts";

/** Says how many items a row stands for, and shows them below it. */
export function GroupLabel({ id, group }: { id: string; group: RowGroup }) {
  // A row of an opened group.
  if (group.items === 0) return <span className="list-notes">similar</span>;
  return <GroupButton id={id} group={group} />;
}

function GroupButton({ id, group }: { id: string; group: RowGroup }) {
  const client = useQueryClient();
  const { data: openedId } = useQuery(openedGroup);
  const isOpen = openedId === id;
  const pages = group.pages === 1 ? "" : ` on ${group.pages.toLocaleString("en")} pages`;
  return (
    <button
      type="button"
      data-testid="row-group"
      aria-expanded={isOpen}
      tabIndex={-1}
      className="link list-notes"
      onClick={() => client.setQueryData(openedGroup.queryKey, isOpen ? "" : id)}
    >
      {group.isRecurrence && "Recurrence, "}
      {group.items.toLocaleString("en")} items{pages}
    </button>
  );
}
