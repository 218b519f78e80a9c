import { addCodeReports, CodeReportElement } from "./code-report.ts";
import { NAME, sendKept } from "./delivery.ts";
import { FeedbackElement } from "./feedback-element.ts";
import { awaitsHydration } from "./hydration.ts";
import { option } from "./options.ts";

// The entry of /collect.js (docs/collect.md, "The widget").

const CODE_BLOCKS = "main pre, article pre";
/** Milliseconds in which changes of the page count as one. */
const SETTLE = 100;

/** The element of a script-only installation. */
let own: HTMLElement | undefined;
let isScheduled = false;

function start(): void {
  // However a site navigates, its content changes.
  const watch = new MutationObserver(schedule);
  watch.observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("online", sendKept);
  sendKept();
  refresh();
}

function schedule(): void {
  if (!isScheduled) setTimeout(refresh, SETTLE);
  isScheduled = true;
}

/** Follows the page: a new address, new content, new code blocks. */
function refresh(): void {
  isScheduled = false;
  const widgets = document.querySelectorAll<FeedbackElement>(NAME);
  for (const each of widgets) each.refresh();
  if (awaitsHydration()) {
    schedule();
    return;
  }
  if (option("key") && !widgets[0]) own ??= new FeedbackElement();
  const place = placeOf();
  if (own && !place?.contains(own)) place?.append(own);
  const code = option("code", widgets[0]);
  if (code != null) addCodeReports(code || CODE_BLOCKS);
}

/** Returns the element that the page's content is in. */
function placeOf(): Element | null {
  const target = option("target");
  if (target) return document.querySelector(target);
  // With several articles side by side, the page is a list.
  return (
    document.querySelector("article:only-of-type") ??
    document.querySelector("main") ??
    document.body
  );
}

// A site can load the script twice.
if (!customElements.get(NAME)) {
  customElements.define(NAME, FeedbackElement);
  customElements.define("errata-code-report", CodeReportElement);
  start();
}
