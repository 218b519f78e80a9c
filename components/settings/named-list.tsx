"use client";

import { type ReactNode, useState } from "react";
import { displayable } from "../../lib/text/displayable.ts";
import { newToken } from "../../lib/text/token.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { Named } from "./list-changes.ts";
import { type ListChanges, useListChanges } from "./use-list-changes.ts";

/** Describes a list of names. `Values` are an item's properties besides its ID and its name. */
export interface ListOf<Item extends Named, Values> {
  /** The kind of item, such as "reason". */
  noun: string;
  /** Most that aren't removed. */
  most: number;
  nameLength: number;
  /** Returns an item's values; those of a new one for null. */
  valuesOf: (item: Item | null) => Values;
  itemOf: (named: { id: string; name: string }, values: Values) => Item;
  /** How the list shows one. */
  render: (item: Item) => ReactNode;
  /** Form fields beside the name. */
  fields: (values: Values, onChange: (values: Values) => void) => ReactNode;
}

/**
 * A list of names that admins add to, rename, reorder, and remove from. Each change is saved right away, and alone, so
 * that two people can change the list at the same time.
 */
export function NamedList<Item extends Named, Values>(props: {
  of: ListOf<Item, Values>;
  items: readonly Item[];
  canChange: boolean;
  /** Saves the list that `change` returns for the current one. */
  save: (change: (items: readonly Item[]) => Item[]) => Promise<unknown>;
}) {
  const { of, canChange } = props;
  const changes = useListChanges(of.noun, props.save);
  const { editing, setEditing, error } = changes;
  const shown = props.items.filter(({ removed }) => !removed);
  return (
    <div ref={changes.list} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {error && (
        <Notice tone="bad" role="alert">
          Your change wasn't saved. {error.message}
        </Notice>
      )}
      <Rows of={of} items={shown} canChange={canChange} changes={changes} />
      <p role="status" className="untrusted empty:hidden">
        {changes.said}
        {changes.restore && (
          <>
            {". "}
            <button
              type="button"
              className="underline"
              disabled={changes.isSaving}
              onClick={changes.restore}
            >
              Undo
            </button>
          </>
        )}
      </p>
      {canChange && editing === "new" && (
        <div className="rounded-md border border-line px-3 py-2">
          <NameForm of={of} item={null} changes={changes} />
        </div>
      )}
      {canChange && editing !== "new" && (
        <Button
          className="self-start"
          disabled={shown.length >= of.most}
          onClick={() => setEditing("new")}
        >
          Add {of.noun}
        </Button>
      )}
    </div>
  );
}

function Rows<Item extends Named, Values>(props: {
  of: ListOf<Item, Values>;
  items: readonly Item[];
  canChange: boolean;
  changes: ListChanges<Item>;
}) {
  const { of, items, canChange, changes } = props;
  const { editing, setEditing, move, remove } = changes;
  if (items.length === 0) return null;
  return (
    <ol className="divide-y divide-line rounded-md border border-line">
      {items.map((item, index) => (
        <li key={item.id} className="flex min-w-0 flex-wrap items-center gap-2 px-3 py-2">
          {editing !== "new" && editing?.id === item.id ? (
            <NameForm of={of} item={item} changes={changes} />
          ) : (
            <>
              <span className="untrusted min-w-0 flex-1 basis-40">{of.render(item)}</span>
              {canChange && (
                <Actions
                  name={displayable(item.name)}
                  isDisabled={changes.isSaving}
                  onMoveUp={index > 0 ? () => move(item, -1) : null}
                  onMoveDown={index < items.length - 1 ? () => move(item, 1) : null}
                  onEdit={() => setEditing(item)}
                  onRemove={() => remove(item)}
                />
              )}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The buttons of an item. Null where it can't be moved. */
function Actions(props: {
  name: string;
  isDisabled: boolean;
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const action = (text: string, act: (() => void) | null, variant?: "danger") => (
    <Button variant={variant} disabled={props.isDisabled || !act} onClick={() => act?.()}>
      {text}
      <span className="sr-only"> {props.name}</span>
    </Button>
  );
  return (
    <span className="flex flex-wrap gap-2">
      {action("Move up", props.onMoveUp)}
      {action("Move down", props.onMoveDown)}
      {action("Edit", props.onEdit)}
      {action("Remove", props.onRemove, "danger")}
    </span>
  );
}

/** @param props.item null for a new one */
function NameForm<Item extends Named, Values>(props: {
  of: ListOf<Item, Values>;
  item: Item | null;
  changes: ListChanges<Item>;
}) {
  const { of, item, changes } = props;
  const [name, setName] = useState(item?.name ?? "");
  const [values, setValues] = useState(() => of.valuesOf(item));
  return (
    <Form
      action={`Save ${of.noun}`}
      isBusy={changes.isSaving}
      isComplete={name.trim() !== ""}
      onSubmit={() =>
        changes.put(of.itemOf({ id: item?.id ?? newToken(), name: name.trim() }, values))
      }
      onCancel={() => changes.setEditing(null)}
    >
      <TextField
        label="Name"
        autoFocus
        required
        maxLength={of.nameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
        className="max-w-80"
      />
      {of.fields(values, setValues)}
    </Form>
  );
}
