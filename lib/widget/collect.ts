import { addCodeReports, CodeReportElement } from "./code-report.ts";
import { sendStored, WIDGET_NAME } from "./delivery.ts";
import { FeedbackElement } from "./feedback-element.ts";
import { option } from "./options.ts";

// The entry of /collect.js (docs/collect.md, "The widget").

const CODE_BLOCKS = "main pre, article pre";
/** Milliseconds in which changes of the page count as one. */
const SETTLE_MS = 100;

/** The element of a script-only installation. */
let own: HTMLElement | undefined;
let isScheduled = false;

function schedule(): void {
  if (!isScheduled) setTimeout(refresh, SETTLE_MS);
  isScheduled = true;
}

/** Follows the page: a new address, new content, new code blocks. */
function refresh(): void {
  isScheduled = false;
  let other: FeedbackElement | undefined;
  for (const each of document.querySelectorAll<FeedbackElement>(WIDGET_NAME)) {
    each.refresh();
    if (each !== own) other = each;
  }
  if (awaitsHydration()) {
    schedule();
    return;
  }
  // A site's own element, or the copy of ours in a page that a router kept.
  if (other) own?.remove();
  else if (option("key")) {
    own ??= new FeedbackElement();
    const place = placeOf();
    if (!place?.contains(own)) place?.append(own);
  }
  const code = option("code", other);
  if (code != null) addCodeReports(code || CODE_BLOCKS);
}

/**
 * The global of a VitePress page, and the property that Vue adds to the page's root once it has
 * taken over.
 */
type Page = { __VP_HASH_MAP__?: object; app?: { __vue_app__?: object } };

/**
 * Whether a framework is yet to take over the server's HTML, often long after the page has loaded. It must find that
 * HTML unchanged, or it reports an error and renders the page again.
 */
function awaitsHydration(): unknown {
  // Browsers keep the element with the ID "app" under its name.
  const { __VP_HASH_MAP__: vitePress, app }: typeof window & Page = window;
  return (
    document.readyState !== "complete" ||
    // Docusaurus.
    document.querySelector("[data-has-hydrated=false]") ||
    (vitePress && !app?.__vue_app__)
  );
}

/** Returns the element that the page's content is in. */
function placeOf(): Element | null {
  const target = option("target");
  if (target) return document.querySelector(target);
  let place =
    document.querySelector("main") ??
    document.querySelector("article:only-of-type") ??
    document.body;
  const length = (of: Element) => of.textContent.length;
  const articles = place.querySelectorAll("article");
  for (const article of articles) {
    // The only one is beside navigation. Of several, a shorter one is a teaser, or one of a list.
    if (!articles[1] || length(article) * 2 >= length(place)) place = article;
  }
  return place;
}

// A site can load the script twice.
if (!customElements.get(WIDGET_NAME)) {
  customElements.define(WIDGET_NAME, FeedbackElement);
  customElements.define("errata-code-report", CodeReportElement);
  // However a site navigates, its content changes.
  new MutationObserver(schedule).observe(document.documentElement, {
    childList: true,
    subtree: true,
  });
  addEventListener("online", sendStored);
  sendStored();
  refresh();
}
