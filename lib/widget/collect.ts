import { addCodeReports, CodeReportElement } from "./code-report.ts";
import { sendKept } from "./delivery.ts";
import { FeedbackElement } from "./feedback-element.ts";
import { option } from "./options.ts";

// The entry of /collect.js (docs/collect.md, "The widget").

const TAG = "errata-feedback";
const CODE_BLOCKS = "main pre, article pre";
/** Milliseconds in which changes of the page count as one. */
const SETTLE = 100;

/** The element of a script-only installation. */
let own: HTMLElement | undefined;
let timer = 0;

function start(): void {
  if (option("key") && !document.querySelector(TAG)) own = document.createElement(TAG);
  // However a site navigates, its content changes.
  const watch = new MutationObserver(schedule);
  watch.observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("online", () => sendKept());
  sendKept();
  refresh();
}

function schedule(): void {
  if (timer === 0) timer = window.setTimeout(refresh, SETTLE);
}

/** Follows the page: a new address, new content, new code blocks. */
function refresh(): void {
  timer = 0;
  const place = own && placeOf();
  if (own && place && !place.contains(own)) place.append(own);
  for (const each of document.querySelectorAll<FeedbackElement>(TAG)) each.refresh();
  const code = option("code", document.querySelector(TAG));
  if (code != null) addCodeReports(code || CODE_BLOCKS);
}

/** Returns the element that the page's content is in. */
function placeOf(): Element | null {
  const { body } = document;
  const target = option("target");
  if (target) return document.querySelector(target);
  // With several articles side by side, the page is a list.
  return body.querySelector("article:only-of-type") ?? body.querySelector("main") ?? body;
}

// A site can load the script twice.
if (!customElements.get(TAG)) {
  customElements.define(TAG, FeedbackElement);
  customElements.define("errata-code-report", CodeReportElement);
  // Frameworks that take over server-rendered pages must find them unchanged first.
  if (document.readyState === "complete") setTimeout(start);
  else addEventListener("load", () => setTimeout(start));
}
