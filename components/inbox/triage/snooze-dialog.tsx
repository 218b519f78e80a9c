"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { UNTIL_REPORTED } from "../../../lib/contract/api/item-fields.ts";
import { FIELDS } from "../../../lib/item-fields/fields.ts";
import { cachedItem } from "../../../lib/queries/feedback.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { useLocale } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { fieldClass } from "../../ui/field.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { unsavedValues } from "./unsaved-values.ts";

const WEEKDAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** Chooses until when items are snoozed. They come back when the day begins here. */
export function SnoozeDialog(props: {
  /** The items, as far as they are known. */
  ids: readonly string[];
  onChoose: (until: string | null) => void;
  onClose: () => void;
}) {
  const { onChoose } = props;
  const locale = useLocale();
  const [today] = useState(() => new Date());
  const [date, setDate] = useState("");
  const tomorrow = dayAfter(today, 1);
  const days: [name: string, day: Date][] = [
    ["Tomorrow", tomorrow],
    ["Next Monday", dayAfter(today, 7 - ((today.getDay() + 6) % 7))],
    ["In a month", monthAfter(today)],
  ];
  return (
    <ChoiceDialog<{ id: string | null; name: string; day?: Date }>
      title="Snooze until"
      choices={[
        ...days.map(([name, day]) => ({ id: day.toISOString(), name, day })),
        { id: UNTIL_REPORTED, name: "Reported again" },
        ...(useIsAnySnoozed(props.ids) ? [{ id: null, name: "End snooze" }] : []),
      ].filter(({ id }, place, all) => all.findIndex((one) => one.id === id) === place)}
      render={({ name, day }) => (
        <>
          {name}
          {day && <span className="text-muted">{day.toLocaleDateString(locale, WEEKDAY)}</span>}
        </>
      )}
      onChoose={({ id }) => onChoose(id)}
      empty={null}
      onClose={props.onClose}
    >
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(new Date(`${date}T00:00`).toISOString());
        }}
      >
        <input
          type="date"
          required
          aria-label="Date"
          min={inputDate(tomorrow)}
          max="9999-12-30"
          value={date}
          onChange={({ target }) => setDate(target.value)}
          className={fieldClass}
        />
        <Button type="submit" disabled={date === ""}>
          Snooze
        </Button>
      </form>
    </ChoiceDialog>
  );
}

/** Whether an item is snoozed, as far as this browser knows. */
function useIsAnySnoozed(ids: readonly string[]): boolean {
  const client = useQueryClient();
  const { projectId } = useOutbox();
  const unsaved = unsavedValues(useOutboxState()).of("snooze");
  return ids.some((id) => {
    const item = cachedItem(client, projectId, id);
    const saved = item && FIELDS.snooze.listed?.saved(item, null);
    return (unsaved.has(id) ? unsaved.get(id) : saved) != null;
  });
}

function dayAfter(today: Date, days: number): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
}

/** Returns the same day of the next month, or its last day if it is shorter. */
function monthAfter(today: Date): Date {
  const [year, month] = [today.getFullYear(), today.getMonth() + 1];
  return new Date(year, month, Math.min(today.getDate(), new Date(year, month + 1, 0).getDate()));
}

function inputDate(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
