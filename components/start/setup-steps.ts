import type { SetupStep } from "../../lib/contract/api/setup.ts";

/** What a step of the setup is called, and why it matters. Its guide has the same name in the address. */
export const SETUP_STEPS: Record<SetupStep, { title: string; text: string; way: string }> = {
  platform: {
    title: "Connect the hosted platform",
    text: "Done when the first feedback is synced.",
    way: "platform",
  },
  widget: {
    title: "Add the widget to your site",
    text: "Done when the first reader's feedback arrives.",
    way: "widget",
  },
  repository: {
    title: "Connect your documentation",
    text: "Done when the pages in your feedback match files.",
    way: "documentation",
  },
  agent: {
    title: "Set up your coding agent",
    text: "Done when a test of its command succeeds.",
    way: "agent",
  },
  team: {
    title: "Invite your team",
    text: "Done when you have invited a teammate.",
    way: "team",
  },
  sample: {
    title: "Remove the sample data",
    text: "Done when only your own feedback is left.",
    way: "remove",
  },
};
