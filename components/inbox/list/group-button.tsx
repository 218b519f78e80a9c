"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { openedGroup } from "../../../lib/queries/group-rows.ts";

/** Shows the items that a row stands for below it. */
export function GroupButton(props: { id: string; className: string; children: ReactNode }) {
  const { id } = props;
  const client = useQueryClient();
  const { data: openedId } = useQuery(openedGroup);
  const isOpen = openedId === id;
  return (
    <button
      type="button"
      data-testid="row-group"
      aria-expanded={isOpen}
      tabIndex={-1}
      className={props.className}
      onClick={() => client.setQueryData(openedGroup.queryKey, isOpen ? "" : id)}
    >
      {props.children}
    </button>
  );
}
