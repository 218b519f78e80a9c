"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { counted } from "../../lib/text/counted.ts";
import { useSession } from "../app/session.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { Kbd } from "../ui/kbd.tsx";
import { Modal } from "../ui/modal.tsx";
import { useOptions } from "../ui/use-options.ts";
import { type Entry, GROUPS } from "./entry.ts";
import { rememberEntry } from "./recent-entries.ts";
import { useEntries } from "./use-entries.ts";

const TITLE_ID = "palette-title";

/** Finds commands, views, people, jobs, documentation pages, and items, and opens or runs what is chosen. */
export function Palette(props: {
  projects: ProjectSummary[];
  projectId: string;
  /** Text that was typed before the palette had loaded. */
  typed: { text: string };
  onClose: () => void;
}) {
  const { projects, projectId, onClose } = props;
  const before = props.typed;
  const [typed, setTyped] = useState("");
  const [activeId, setActiveId] = useState<string | null>(null);
  const { entries, isLoading, error } = useEntries(projects, projectId, typed);
  const active = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  );
  const { choose, failure } = useChoose(projectId, onClose);
  const field = useRef<HTMLInputElement>(null);
  // Take over the typed text as the dialog appears, which receives the keys from here on.
  useLayoutEffect(() => setTyped(before.text), [before]);
  useEffect(() => field.current?.focus(), []);
  const options = useOptions(entries.length, active, (index) =>
    setActiveId(entries[index]?.id ?? null),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.move(event)) return;
    const chosen = entries[active];
    if (event.key === "k" && (event.metaKey || event.ctrlKey)) onClose();
    else if (event.key === "Enter" && chosen) choose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      labelledBy={TITLE_ID}
      isLight
      onClose={onClose}
      className="inset-x-2 top-[10dvh] mx-auto max-w-xl gap-2 overflow-hidden p-2"
    >
      <h2 id={TITLE_ID} className="sr-only">
        Commands
      </h2>
      <input
        ref={field}
        {...options.combobox}
        aria-label="Find a command, view, page, item, job, or person"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActiveId(null);
        }}
        onKeyDown={onKeyDown}
        placeholder="Find a command, view, page, item, or job"
        maxLength={200}
        className={`${fieldClass} h-9 w-full`}
      />
      <Results {...options} {...{ entries, active }} onChoose={choose} />
      <p role="status" className="px-2 text-muted text-xs">
        {isLoading ? "Searching…" : counted(entries.length, "result")}
      </p>
      <ErrorNotice error={failure ?? error} />
    </Modal>
  );
}

/** The results, by group. */
function Results(props: {
  listId: string;
  optionId: (index: number) => string;
  entries: readonly Entry[];
  active: number;
  onChoose: (entry: Entry) => void;
}) {
  const { listId, entries } = props;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="max-h-[min(28rem,60dvh)] overflow-y-auto"
    >
      {GROUPS.map((group) => {
        const own = entries.flatMap((entry, index) =>
          entry.group === group ? [{ entry, index }] : [],
        );
        if (own.length === 0) return null;
        return (
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <div
              id={`${listId}-${group}`}
              className="px-2 pt-2 pb-1 font-medium text-muted text-xs"
            >
              {group}
            </div>
            {own.map(({ entry, index }) => (
              <Option
                key={entry.id}
                id={props.optionId(index)}
                entry={entry}
                isActive={index === props.active}
                onChoose={() => props.onChoose(entry)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Option(props: { id: string; entry: Entry; isActive: boolean; onChoose: () => void }) {
  const { name, hint, keys } = props.entry;
  return (
    <button
      type="button"
      id={props.id}
      role="option"
      aria-selected={props.isActive}
      tabIndex={-1}
      onClick={props.onChoose}
      className="option flex w-full items-baseline gap-2"
    >
      <span dir="auto" className="untrusted truncate">
        {name}
      </span>
      {hint !== undefined && (
        <span
          dir="auto"
          className="untrusted ml-auto max-w-1/2 shrink-0 truncate text-muted text-xs"
        >
          {hint}
        </span>
      )}
      {keys !== undefined && (
        <span className="ml-auto">
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </button>
  );
}

/** Opens or runs an entry. The palette closes first, so that the focus is where it was. */
function useChoose(projectId: string, onClose: () => void) {
  const router = useRouter();
  const { person } = useSession();
  const waiting = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: onClose,
  });
  const choose = ({ id, open }: Entry) => {
    // Don't remember entries that readers' words name.
    if (!id.startsWith("item:")) rememberEntry(person.id, projectId, id);
    if (typeof open === "object") return waiting.mutate(open.send);
    onClose();
    if (typeof open === "string") router.push(open);
    // Once the dialog is gone.
    else setTimeout(open);
  };
  return { choose, failure: waiting.error };
}
