"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { NewNote, Note } from "../../lib/contract/api/notes.ts";
import type { UnsavedNote } from "../../lib/outbox/unsent-outboxes.ts";
import { deleteNote, showNotes } from "../../lib/queries/notes.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { noteParts } from "../../lib/text/note-parts.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { useNoteOutbox } from "../app/note-outbox.ts";
import { usePermission, useSession } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { useConnection } from "../app/use-connection.ts";
import { usePersonName } from "../app/use-person-name.ts";
import { useTeammates } from "../app/use-teammates.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { takeEarlyNote } from "./early-note.ts";
import { NoteField } from "./note-field.tsx";

/**
 * The team's notes on an item, oldest first, and a field for a new one.
 * @param props.item whose notes are null if it can't be loaded: then only what the person wrote and isn't saved is shown
 */
export function Notes(props: {
  projectId: string;
  item: { id: string; notes: FeedbackDetail["notes"] | null };
}) {
  const { projectId, item } = props;
  const notes = item.notes ?? [];
  const canWrite = usePermission("triage");
  const saved = new Set(notes.map(({ id }) => id));
  const unsaved = useNoteOutbox(projectId).notes.filter(({ feedbackId }) => feedbackId === item.id);
  const place = { projectId, feedbackId: item.id };
  const { edits } = useNoteEdits(place);
  // The new text of a note that was deleted shows as a note of its own, so that it isn't lost.
  // Without the item, nobody knows which notes exist.
  const deleted = item.notes === null ? [] : Object.keys(edits).filter((id) => !saved.has(id));
  const shown = new Set([...saved, ...deleted]);
  const added = unsaved.filter(({ id, edits = id }) => !shown.has(edits));
  const { draft } = useNoteDraft(place);
  const hasForm = canWrite && (item.notes !== null || draft.text !== "");
  if (!hasForm && shown.size + added.length === 0) return null;
  return (
    <section aria-label="Notes" className="flex flex-col gap-2">
      <h3 className="font-medium">Notes</h3>
      {shown.size + added.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              {...place}
              note={note}
              unsaved={unsaved.find(({ edits }) => edits === note.id) ?? null}
            />
          ))}
          {deleted.map((id) => (
            <DeletedNoteItem key={id} {...place} noteId={id} />
          ))}
          {added.map((note) => (
            <UnsavedNoteItem key={note.id} {...place} note={note} />
          ))}
        </ul>
      )}
      {hasForm && <NewNoteForm key={item.id} {...place} />}
    </section>
  );
}

interface Place {
  projectId: string;
  feedbackId: string;
}

/** The unsaved text of a new note, with the note's ID. It survives a reload. */
function useNoteDraft({ projectId, feedbackId }: Place) {
  const [saved, save] = useSavedText(`note:${projectId}:${feedbackId}`);
  const draft: NewNote = saved === null ? { id: "", text: "" } : JSON.parse(saved);
  const write = (text: string) =>
    save(text === "" ? null : JSON.stringify({ id: draft.id || newIntentKey(), text }));
  return { draft, write };
}

/** New texts of notes, by the notes' IDs, while they are being edited. They survive a reload. */
function useNoteEdits({ projectId, feedbackId }: Place) {
  const [saved, save] = useSavedText(`note-edits:${projectId}:${feedbackId}`);
  const edits: Record<string, string> = JSON.parse(saved ?? "{}");
  const edit = (noteId: string, text: string | null) => {
    const { [noteId]: _, ...others } = edits;
    save(JSON.stringify(text === null ? others : { ...others, [noteId]: text }));
  };
  return { edits, edit };
}

/** Returns a function that saves a note, which is sent once that is possible. */
function useSaveNote({ projectId, feedbackId }: Place) {
  const { outbox } = useNoteOutbox(projectId);
  return (note: Pick<UnsavedNote, "text" | "edits"> & { id?: string }) => {
    outbox.add({ id: newIntentKey(), ...note, feedbackId, madeAt: Date.now(), problem: null });
  };
}

function NewNoteForm(place: Place) {
  const saveNote = useSaveNote(place);
  const { draft, write } = useNoteDraft(place);
  const form = useRef<HTMLFormElement>(null);
  const takeTyped = useEffectEvent(() => {
    const typed = takeEarlyNote(place.feedbackId);
    if (typed === null) return;
    if (typed !== "") write(draft.text + typed);
    form.current?.querySelector("textarea")?.focus();
  });
  useEffect(() => takeTyped(), []);
  const isReady = draft.text.trim() !== "";
  const submit = () => {
    if (!isReady) return;
    saveNote(draft);
    write("");
    form.current?.querySelector("textarea")?.focus();
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NoteField
        label="Add a note"
        testId="note-field"
        value={draft.text}
        onChange={write}
        onSubmit={submit}
      />
      {draft.text !== "" && (
        <div>
          <Button type="submit" variant="primary" disabled={!isReady}>
            Add note <Kbd>Ctrl+Enter</Kbd>
          </Button>
        </div>
      )}
    </form>
  );
}

/** A note that the server doesn't have yet, or that it rejected. */
function UnsavedNoteItem({ note, ...place }: Place & { note: UnsavedNote }) {
  const { outbox } = useNoteOutbox(place.projectId);
  const { draft, write } = useNoteDraft(place);
  const edit = () => {
    write([draft.text, note.text].filter((text) => text !== "").join("\n\n"));
    outbox.remove(note.id);
    document.querySelector<HTMLElement>("[data-testid=note-field]")?.focus();
  };
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">You</span>
        <Saving note={note} />
      </p>
      <NoteText text={note.text} names={[]} />
      {note.problem !== null && (
        <div className="flex gap-3">
          <TextButton label="Edit" onClick={edit} />
          <TextButton label="Discard" onClick={() => outbox.remove(note.id)} />
        </div>
      )}
    </li>
  );
}

/** The new text of a note that was deleted while it was edited. It can become a new note. */
function DeletedNoteItem({ noteId, ...place }: Place & { noteId: string }) {
  const { notes, outbox } = useNoteOutbox(place.projectId);
  const saveNote = useSaveNote(place);
  const { edits, edit } = useNoteEdits(place);
  const close = () => {
    for (const { id, edits } of notes) if (edits === noteId) outbox.remove(id);
    flushSync(() => edit(noteId, null));
    document.querySelector<HTMLElement>("[data-testid=note-field]")?.focus();
  };
  const save = (text: string) => {
    saveNote({ text: text.trim() });
    close();
  };
  return (
    <li className="flex flex-col gap-1">
      <p role="status" className="text-bad">
        This note was deleted while you were editing it.
      </p>
      <EditForm
        text={edits[noteId] ?? ""}
        autoFocus={false}
        actions={["Add as a new note", "Discard"]}
        onChange={(text) => edit(noteId, text)}
        onSave={save}
        onCancel={close}
      />
    </li>
  );
}

/** How far saving a note is. */
function Saving({ note: { problem } }: { note: UnsavedNote }) {
  const isOnline = useConnection() === "online";
  return (
    <span role="status" className={problem === null ? "text-muted" : "text-bad"}>
      {problem !== null ? `Not saved: ${problem}` : isOnline ? "Saving…" : "Waiting to reconnect"}
    </span>
  );
}

/** @param props.unsaved the person's new text of the note, which the server doesn't have */
function NoteItem(props: Place & { note: Note; unsaved: UnsavedNote | null }) {
  const { note, unsaved } = props;
  const { person } = useSession();
  const isOwn = note.author === person.id;
  const saveNote = useSaveNote(props);
  const { edits, edit } = useNoteEdits(props);
  const edited = edits[note.id] ?? null;
  // Not for an edit that was kept: someone who moves through the list would type into it.
  const [isOpening, setIsOpening] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const names = useTeammates()?.map(({ name }) => name) ?? [];
  const author = usePersonName()(note.author) ?? "A teammate";
  const text = unsaved?.text ?? note.text;
  const startEditing = () => {
    setIsOpening(true);
    edit(note.id, text);
  };
  const close = () => {
    const hadFocus = isWithin(item.current);
    flushSync(() => edit(note.id, null));
    if (hadFocus) item.current?.querySelector("button")?.focus();
  };
  const save = (next: string) => {
    const written = { edits: note.id, text: next.trim() };
    if (written.text !== note.text || unsaved !== null) saveNote(written);
    close();
  };
  return (
    <li ref={item} className="flex flex-col gap-1">
      <p className="untrusted flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{isOwn ? "You" : author}</span>
        <span className="text-muted">
          <Time at={note.createdAt} />
          {note.editedAt !== null && " (edited)"}
        </span>
        {unsaved && <Saving note={unsaved} />}
      </p>
      {edited === null ? (
        <>
          <NoteText text={text} names={names} />
          <NoteActions {...props} isOwn={isOwn} onEdit={startEditing} />
        </>
      ) : (
        <EditForm
          text={edited}
          autoFocus={isOpening}
          actions={["Save note", "Cancel"]}
          onChange={(next) => edit(note.id, next)}
          onSave={save}
          onCancel={close}
        />
      )}
    </li>
  );
}

function NoteActions(
  props: Parameters<typeof NoteItem>[0] & { isOwn: boolean; onEdit: () => void },
) {
  const { projectId, feedbackId, note, unsaved } = props;
  const { outbox } = useNoteOutbox(projectId);
  const mayEdit = usePermission("triage") && props.isOwn;
  const mayDelete = usePermission("delete") || mayEdit;
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <div className="flex gap-3">
      {mayEdit && <TextButton label="Edit" onClick={props.onEdit} />}
      {unsaved && unsaved.problem !== null && (
        <TextButton label="Discard" onClick={() => outbox.remove(unsaved.id)} />
      )}
      {mayDelete && <TextButton label="Delete" onClick={() => setIsDeleting(true)} />}
      {isDeleting && (
        <DeleteNote
          {...{ projectId, feedbackId }}
          noteId={note.id}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  );
}

function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`${label} note`}
      onClick={onClick}
      className="link text-accent text-xs"
    >
      {label}
    </button>
  );
}

/** A note as plain text, with its links and the names of teammates. */
function NoteText({ text, names }: { text: string; names: string[] }) {
  const parts = noteParts(displayable(text), names);
  let start = 0;
  return (
    <p dir="auto" className="untrusted whitespace-pre-wrap">
      {parts.map((part, index) => {
        start += part.text.length;
        // It's shown with its link, or it could be alone on the next line.
        if (part.kind === "punctuation") return null;
        if (part.kind === "link") {
          const next = parts[index + 1];
          return (
            <span key={start} className="inline-flex items-end">
              <SafeLink href={part.text}>{part.text}</SafeLink>
              {next?.kind === "punctuation" && next.text}
            </span>
          );
        }
        return (
          <span key={start} className={part.kind === "mention" ? "font-medium text-accent" : ""}>
            {part.text}
          </span>
        );
      })}
    </p>
  );
}

function EditForm(props: {
  text: string;
  autoFocus: boolean;
  /** Labels of its buttons. */
  actions: [save: string, cancel: string];
  onChange: (text: string) => void;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const {
    text,
    onSave,
    actions: [save, cancel],
  } = props;
  const isReady = text.trim() !== "";
  const submit = () => isReady && onSave(text);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NoteField
        label="Edit note"
        testId="note-edit"
        autoFocus={props.autoFocus}
        value={text}
        onChange={props.onChange}
        onSubmit={submit}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={!isReady}>
          {save}
        </Button>
        <Button onClick={props.onCancel}>{cancel}</Button>
      </div>
    </form>
  );
}

function DeleteNote(props: Place & { noteId: string; onClose: () => void }) {
  const { projectId, feedbackId, noteId, onClose } = props;
  const client = useQueryClient();
  const place = { projectId, feedbackId };
  const remove = useMutation({
    mutationFn: () => deleteNote({ ...place, noteId }),
    onSuccess: (answer) => {
      flushSync(onClose);
      // The note's own button, to which the dialog returns the focus, disappears.
      document.querySelector<HTMLElement>("[data-testid=note-field]")?.focus();
      showNotes(client, place, answer);
    },
  });
  return (
    <ConfirmDialog
      title="Delete this note?"
      action="Delete note"
      isReady
      isBusy={remove.isPending}
      error={remove.error}
      done={null}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}

/** Whether the focus is in an element, or was lost, as by a button that was disabled. */
function isWithin(element: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || !!element?.contains(activeElement);
}
