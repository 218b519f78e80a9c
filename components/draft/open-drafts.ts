"use client";

import { useMemo } from "react";
import { sendFailureOf } from "../../lib/queries/decisions.ts";
import { deleteDraft, saveDraft } from "../../lib/queries/drafts.ts";
import { browserStorage } from "../app/browser-storage.ts";
import { withTabLock } from "../app/outbox.tsx";
import { sendWhenPossible } from "../app/send-when-possible.ts";
import { useSession } from "../app/session.tsx";
import { type BrowserDrafts, createBrowserDrafts } from "./browser-drafts.ts";
import { revisionsOf } from "./draft-outbox.ts";
import { tabStorage } from "./draft-storage.ts";
import { flushBeforeSignOut } from "./forget-drafts.ts";
import { migrateTabDrafts } from "./tab-drafts.ts";

/** One for each person and project, for as long as the tab is open. */
const opened = new Map<string, BrowserDrafts>();

/** Opens the unfinished drafts of a person in a project. They are saved as soon as the server can be reached. */
export function openDrafts(personId: string, projectId: string): BrowserDrafts {
  const key = JSON.stringify([personId, projectId]);
  const known = opened.get(key);
  if (known) return known;
  const drafts = createBrowserDrafts({
    storage: browserStorage(),
    personId,
    projectId,
    failureOf: sendFailureOf,
    exclusive: (work) => withTabLock(`errata-drafts:${key}`, work),
    server: {
      save: ({ id, revision, selection, base, sent }, content) => {
        const follows = revisionsOf({ base, sent });
        const isNew = base === null;
        return saveDraft(projectId, id, { revision, follows, isNew, selection, content });
      },
      delete: (draft) => deleteDraft(projectId, draft.id, revisionsOf(draft)),
    },
  });
  if (typeof window === "undefined") return drafts;
  opened.set(key, drafts);
  migrateTabDrafts(drafts, tabStorage(), projectId);
  addEventListener("storage", ({ key: changedKey }) => drafts.follow(changedKey));
  addEventListener("visibilitychange", () => document.hidden && void drafts.outbox.flush());
  flushBeforeSignOut(drafts.outbox.flush);
  sendWhenPossible(drafts.outbox, () => `/${projectId}/feedback`);
  return drafts;
}

export function useDrafts(projectId: string): BrowserDrafts {
  const { person } = useSession();
  return useMemo(() => openDrafts(person.id, projectId), [person.id, projectId]);
}
