"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { teammates } from "../../lib/queries/teammates.ts";
import { useSession } from "../app/session.tsx";
import { fieldClass } from "../ui/field.ts";
import { useOptions } from "../ui/use-options.ts";

interface Choice {
  /** The chosen person's ID; null for nobody. */
  id: string | null;
  name: string;
}

/** A combobox for a teammate: "Me" first, then "Unassigned", then everyone else with an active account. */
export function PersonChoices(props: {
  /** Null for nobody; undefined if none is chosen. */
  current: string | null | undefined;
  onChoose: (id: string | null) => void;
}) {
  const { current, onChoose } = props;
  const [typed, setTyped] = useState("");
  const [moved, setMoved] = useState(0);
  const { choices, isLoading, error } = useChoices(typed);
  const active = Math.min(moved, choices.length - 1);
  const { listId, optionId, combobox, move } = useOptions(choices.length, active, setMoved);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = choices[active];
    if (event.nativeEvent.isComposing || move(event) || event.key !== "Enter" || !chosen) return;
    event.preventDefault();
    onChoose(chosen.id);
  };
  return (
    <div className="flex w-72 max-w-full flex-col gap-1">
      <input
        ref={field}
        {...combobox}
        aria-label="Find a teammate"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setMoved(0);
        }}
        onKeyDown={onKeyDown}
        placeholder="Find a teammate"
        maxLength={100}
        className={`${fieldClass} h-8 w-full`}
      />
      <div id={listId} role="listbox" aria-label="Teammates" className="max-h-64 overflow-y-auto">
        {choices.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            aria-current={id === current || undefined}
            tabIndex={-1}
            onClick={() => onChoose(id)}
            className="option untrusted w-full aria-[current]:font-medium"
          >
            {name}
          </button>
        ))}
      </div>
      {error && <p className="px-2 text-bad">{error.message}</p>}
      {choices.length === 0 && (
        <p role="status" className="px-2 pb-1 text-muted">
          {isLoading ? "Loading…" : "No matching teammates"}
        </p>
      )}
    </div>
  );
}

/** Returns the people whose name contains the typed text. */
function useChoices(typed: string) {
  const { person } = useSession();
  const { data, isPending, error } = useQuery(teammates);
  const others = (data?.teammates ?? []).filter(({ id, isActive }) => isActive && id !== person.id);
  const all: Choice[] = [
    { id: person.id, name: `Me (${person.name})` },
    { id: null, name: "Unassigned" },
    ...others,
  ];
  const wanted = typed.trim().toLowerCase();
  const choices = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  return { choices, isLoading: isPending, error };
}
