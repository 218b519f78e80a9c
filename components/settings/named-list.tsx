"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { displayable } from "../../lib/text/displayable.ts";
import { newToken } from "../../lib/text/token.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";
import { Notice } from "../ui/notice.tsx";
import { ItemChanged, type Named, withMoved, withRemoved, withReplaced } from "./list-changes.ts";

/**
 * A list of names that admins add to, rename, reorder, and remove from. Each change is saved right away, and alone, so
 * that two people can change the list at the same time.
 */
export function NamedList<Item extends Named>(props: {
  /** Such as "reason". */
  noun: string;
  items: readonly Item[];
  /** Most that aren't removed. */
  most: number;
  nameLength: number;
  canChange: boolean;
  /** A new one without ID and name. */
  blank: Omit<Item, "id" | "name">;
  /** How the list shows one. */
  render: (item: Item) => ReactNode;
  /** Form fields beside the name. */
  fields: (item: Omit<Item, "id">, change: (values: Partial<Item>) => void) => ReactNode;
  /** Saves what `change` makes of the current list. */
  save: (change: (items: readonly Item[]) => Item[]) => Promise<unknown>;
}) {
  const { noun, items, canChange, save } = props;
  const [editing, setEditing] = useState<Item | "new" | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const shown = items.filter(({ removed }) => !removed);
  const change = (make: (items: readonly Item[]) => Item[], done: string, onSaved?: () => void) => {
    setIsSaving(true);
    return save(make).then(
      () => {
        setError(null);
        onSaved?.();
        setSaid(done);
        setIsSaving(false);
        list.current?.focus();
      },
      (failure: Error) => {
        setError(failure);
        // The list shows what is there now, and saving again replaces that.
        if (failure instanceof ItemChanged) setEditing(failure.now);
        setIsSaving(false);
      },
    );
  };
  const move = (item: Item, by: 1 | -1) =>
    change((all) => withMoved(all, item.id, by), `Moved “${displayable(item.name)}”`);
  const remove = (item: Item) =>
    change((all) => withRemoved(all, item.id), `Removed “${displayable(item.name)}”`);
  const put = (values: Omit<Item, "id">, before: Item | null) => {
    const after = { ...values, id: before?.id ?? newToken(), name: values.name.trim() } as Item;
    return change(
      (all) => (before ? withReplaced(all, noun, { before, after }) : [...all, after]),
      `Saved “${displayable(after.name)}”`,
      () => setEditing(null),
    );
  };
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {error && (
        <Notice tone="bad" role="alert">
          Your change wasn't saved. {error.message}
        </Notice>
      )}
      {shown.length > 0 && (
        <ol className="divide-y divide-line rounded-md border border-line">
          {shown.map((item, index) => (
            <li key={item.id} className="flex min-w-0 flex-wrap items-center gap-2 px-3 py-2">
              {editing !== null && editing !== "new" && editing.id === item.id ? (
                <NameForm
                  {...props}
                  item={item}
                  isSaving={isSaving}
                  onSave={(values) => put(values, editing)}
                  onCancel={() => setEditing(null)}
                />
              ) : (
                <>
                  <span className="untrusted min-w-0 flex-1 basis-40">{props.render(item)}</span>
                  {canChange && (
                    <span className="flex flex-wrap gap-2">
                      <Button disabled={isSaving || index === 0} onClick={() => move(item, -1)}>
                        Move up<span className="sr-only"> {displayable(item.name)}</span>
                      </Button>
                      <Button
                        disabled={isSaving || index === shown.length - 1}
                        onClick={() => move(item, 1)}
                      >
                        Move down<span className="sr-only"> {displayable(item.name)}</span>
                      </Button>
                      <Button disabled={isSaving} onClick={() => setEditing(item)}>
                        Edit<span className="sr-only"> {displayable(item.name)}</span>
                      </Button>
                      <Button variant="danger" disabled={isSaving} onClick={() => remove(item)}>
                        Remove<span className="sr-only"> {displayable(item.name)}</span>
                      </Button>
                    </span>
                  )}
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="untrusted empty:hidden">
        {said}
      </p>
      {canChange && editing === "new" && (
        <div className="rounded-md border border-line px-3 py-2">
          <NameForm
            {...props}
            item={null}
            isSaving={isSaving}
            onSave={(values) => put(values, null)}
            onCancel={() => setEditing(null)}
          />
        </div>
      )}
      {canChange && editing !== "new" && (
        <Button
          className="self-start"
          disabled={shown.length >= props.most}
          onClick={() => setEditing("new")}
        >
          Add {noun}
        </Button>
      )}
    </div>
  );
}

function NameForm<Item extends Named>(props: {
  noun: string;
  /** Null for a new one. */
  item: Item | null;
  blank: Omit<Item, "id" | "name">;
  nameLength: number;
  isSaving: boolean;
  fields: (item: Omit<Item, "id">, change: (values: Partial<Item>) => void) => ReactNode;
  onSave: (values: Omit<Item, "id">) => void;
  onCancel: () => void;
}) {
  const [values, setValues] = useState<Omit<Item, "id">>(
    () => props.item ?? ({ ...props.blank, name: "" } as Omit<Item, "id">),
  );
  const fieldId = useId();
  const change = (some: Partial<Item>) => setValues((before) => ({ ...before, ...some }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave(values);
  };
  return (
    <form onSubmit={submit} className="flex w-full flex-col gap-2">
      <label htmlFor={fieldId}>Name</label>
      <input
        id={fieldId}
        // biome-ignore lint/a11y/noAutofocus: the form replaces the button that opened it.
        autoFocus
        required
        maxLength={props.nameLength}
        value={values.name}
        onChange={({ target }) => change({ name: target.value } as Partial<Item>)}
        className={`${fieldClass} max-w-80`}
      />
      {props.fields(values, change)}
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={props.isSaving || values.name.trim() === ""}
        >
          Save {props.noun}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
