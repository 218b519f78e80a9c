"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { ITEM_FIELDS } from "../../../lib/contract/api/item-fields.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { CountShift } from "../../../lib/item-fields/decision.ts";
import { type Edit, FIELDS } from "../../../lib/item-fields/fields.ts";
import { countDeltas, countedValues } from "../../../lib/outbox/unsaved-counts.ts";
import { cachedItem, groupedStatus } from "../../../lib/queries/feedback.ts";
import { useOutboxState } from "../../app/outbox.tsx";
import { unsavedValues } from "./unsaved-values.ts";

const COUNTED = ITEM_FIELDS.filter((field) => FIELDS[field].isCounted);

/** An item, and what it has before and after an edit. */
type ChangedValue = [id: string, ...values: (string | null | undefined)[]];

/** Returns the values of items as the person sees them, with unsaved changes. */
export function useItemValues(projectId: string, filters: FeedbackFilters) {
  const client = useQueryClient();
  const { waiting, confirmed } = useOutboxState();
  const unsaved = useMemo(() => unsavedValues({ confirmed, waiting }), [confirmed, waiting]);
  /** Returns an item's value of the field that an edit sets; undefined if it isn't known. */
  const currentOf = useCallback(
    (id: string, { field, key }: Pick<Edit, "field" | "key">) => {
      const { listed } = FIELDS[field];
      if (!listed) return undefined;
      const unsavedValue = unsaved.of(field, key).get(id);
      if (unsavedValue !== undefined) return unsavedValue;
      const item = cachedItem(client, projectId, id);
      if (item) return listed.saved(item, key);
      return field === "status" ? groupedStatus(client, projectId, filters, id) : undefined;
    },
    [client, projectId, filters, unsaved],
  );
  /** Returns the differences that an edit makes to counts; undefined if its field isn't counted. */
  const shiftsFor = useCallback(
    ({ field }: Edit, changes: ChangedValue[]): CountShift[] | undefined => {
      if (!FIELDS[field].isCounted) return undefined;
      return countDeltas(
        changes.map(([id, before, now]) => {
          const item = cachedItem(client, projectId, id);
          const current = Object.fromEntries(
            COUNTED.map((field) => [field, currentOf(id, { field, key: null })]),
          );
          const countedWith = (value: string | null | undefined) => {
            const counted = { ...current, [field]: value };
            return {
              ...(item && countedValues(item)),
              ...counted,
              status: String(counted.status),
            };
          };
          return [countedWith(before), countedWith(now)];
        }),
      );
    },
    [client, projectId, currentOf],
  );
  return { unsaved, isBusy: waiting.length + confirmed.length > 0, currentOf, shiftsFor };
}

export type ItemValues = ReturnType<typeof useItemValues>;
