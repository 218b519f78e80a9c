"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { openItemsOf } from "../../lib/filters/open-items.ts";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { signOut } from "../../lib/queries/sign-in.ts";
import { requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { usePermission, useSession } from "../app/session.tsx";
import { THEMES } from "../app/theme.ts";
import { useSetTheme } from "../app/theme-switch.tsx";
import { flushDrafts, forgetDrafts } from "../draft/forget-drafts.ts";
import { statusName } from "../feedback/status-label.tsx";
import { areSingleKeyShortcutsOn } from "../inbox/shortcut-setting.ts";
import { choicesFor } from "../inbox/triage/choice-words.ts";
import type { Entry } from "./entry.ts";

/** The commands that the person may use on this page. */
export function useCommands(projects: ProjectSummary[], projectId: string): Entry[] {
  return [
    ...useScreenCommands(projects, projectId),
    ...useInboxCommands(projectId),
    ...useOtherCommands(projectId),
  ];
}

function command(id: string, name: string, open: Entry["open"], more: Partial<Entry> = {}): Entry {
  return { id: `command:${id}`, group: "Commands", name, open, ...more };
}

function useScreenCommands(projects: ProjectSummary[], projectId: string): Entry[] {
  const { hasSignIn } = useSession();
  const canManagePeople = usePermission("people");
  return [
    command("home", "Go to home", `/${projectId}`, { words: "new since last visit" }),
    command("inbox", "Go to inbox", inboxAddress(projectId), { words: "pending" }),
    command("all", "Show all feedback", `/${projectId}/feedback`),
    command("noise", "Show noise", `/${projectId}/feedback?noise=true`, {
      words: "spam hidden restore",
    }),
    command("snoozed", "Show snoozed items", `/${projectId}/feedback?snoozed=true`, {
      words: "later hidden",
    }),
    ...(hasSignIn
      ? [
          command(
            "mine",
            "Show items assigned to me",
            `/${projectId}/feedback${serializeInboxAddress(openItemsOf())}`,
          ),
        ]
      : []),
    command("pages", "Go to pages", `/${projectId}/pages`, { words: "documentation" }),
    command("insights", "Go to insights", `/${projectId}/insights?date=last-90-days`, {
      words: "charts figures",
    }),
    command("jobs", "Go to agent jobs", `/${projectId}/jobs`),
    command("notifications", "Go to notifications", `/${projectId}/notifications`),
    command("activity", "Go to activity", `/${projectId}/activity`, { words: "history undo" }),
    command("settings", "Go to settings", "/settings"),
    ...(canManagePeople
      ? [command("people", "Go to people", "/people", { words: "invite team roles" })]
      : []),
    ...(hasSignIn
      ? [command("account", "Go to your account", "/account", { words: "password passkeys" })]
      : []),
    ...projects
      .filter(({ id }) => id !== projectId)
      .map(({ id, name }) =>
        command(`project-${id}`, `Switch to ${name}`, inboxAddress(id), {
          words: "project",
        }),
      ),
  ];
}

/** Commands with the same effect as the inbox's shortcuts and buttons. */
function useInboxCommands(projectId: string): Entry[] {
  const isInbox = usePathname() === `/${projectId}/feedback`;
  const canTriage = usePermission("triage");
  const canDraft = usePermission("jobs");
  const { hasSignIn } = useSession();
  if (!isInbox) return [];
  const byKey = (key: string, name: string, words?: string) =>
    command(`key-${key}`, name, () => press(key), { keys: key, words });
  const buttons = [
    command("view", "View options", () => click("view-menu"), {
      words: "rows columns order compact comfortable",
    }),
    command("save-view", "Save view…", saveView, { words: "new share" }),
    command("export", "Export this view", () => click("export"), { words: "csv json download" }),
  ];
  if (!areSingleKeyShortcutsOn()) return buttons;
  return [
    ...(canTriage
      ? [
          ...STATUSES.map((status, index) =>
            byKey(`${index + 1}`, `Mark as ${statusName(status).toLowerCase()}`, "status"),
          ),
          ...choicesFor(hasSignIn).map(({ key, name, words }) => byKey(key, name, words)),
          ...(hasSignIn ? [byKey("m", "Assign to me")] : []),
          byKey("u", "Restore from noise", "spam"),
          byKey("z", "Undo last change"),
        ]
      : []),
    ...(canDraft ? [byKey("p", "Draft fix", "agent job prompt")] : []),
    byKey("/", "Search feedback"),
    byKey("?", "Show keyboard shortcuts", "help"),
    ...buttons,
  ];
}

function useOtherCommands(projectId: string): Entry[] {
  const client = useQueryClient();
  const setTheme = useSetTheme();
  const canSync = usePermission("sync");
  const { hasSignIn } = useSession();
  const sync = async () => {
    client.setQueryData(syncStatus(projectId).queryKey, await requestSync(projectId));
  };
  const leave = async () => {
    await flushDrafts();
    await signOut();
    forgetDrafts();
    location.assign("/sign-in");
  };
  return [
    ...(canSync ? [command("sync", "Sync now", { send: sync }, { words: "refresh update" })] : []),
    ...THEMES.map((theme) =>
      command(`theme-${theme}`, `Use ${theme} theme`, () => setTheme(theme), {
        words: "appearance color dark mode",
      }),
    ),
    ...(hasSignIn ? [command("sign-out", "Sign out", { send: leave })] : []),
  ];
}

/** Presses a shortcut of the inbox, for what has the focus there. */
function press(key: string): void {
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
}

function click(testId: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-testid=${testId}]`);
  control?.click();
  return control !== null;
}

/** Milliseconds in which the view options must have loaded. */
const MAX_LOAD_MS = 5_000;

/** Opens the view options at the name of a new view. Their code may not be there yet. */
function saveView(): void {
  click("view-menu");
  if (click("new-view")) return;
  const observer = new MutationObserver(() => click("new-view") && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), MAX_LOAD_MS);
}
