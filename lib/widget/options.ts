import type { Delivery } from "./outcome.ts";
import { TEXT_NAMES, type Texts, textsOf } from "./texts.ts";

/** The widget's own script element: it has the options of a script-only installation. */
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/collect.js"]');

/** Returns the option `data-{name}` of the element, or else of the script. */
export function option(name: string, host?: Element | null): string | null | undefined {
  return host?.getAttribute(`data-${name}`) ?? script?.getAttribute(`data-${name}`);
}

/** Returns the collector's address: where the script comes from, unless `data-server` says otherwise. */
export function collectorOf(host: Element): string {
  const path = `/v1/collect/${option("key", host)}`;
  return new URL(path, option("server", host) ?? script?.src).href;
}

/**
 * Returns the page's address without query and fragment, which can name the reader. The fragment of a site with hash
 * routes, such as `#/guide?id=install`, has the page.
 */
export function pageOf(host: Element): string {
  const { origin, pathname, hash } = location;
  return option("url", host) ?? `${origin + pathname}${hash.match(/^#!?\/[^?#]*/) ?? ""}`;
}

/**
 * Returns the texts of the page's language, with the site's own texts (`data-text-question`) in them, and the attributes
 * of elements that show them. Their direction is their own: a page from right to left can have English texts.
 */
export function textsFor(host: Element): { spoken: Record<string, string>; texts: Texts } {
  const { language, texts } = textsOf(option("lang", host) ?? pageLanguage(host));
  for (const name of TEXT_NAMES) texts[name] = option(`text-${name}`, host) ?? texts[name];
  return { spoken: { lang: language, dir: "auto" }, texts };
}

/** Returns a new submission from this page, with an ID of its own. */
export function newSubmission(host: Element): Delivery {
  // `crypto.randomUUID` exists on HTTPS pages only.
  return {
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    url: pageOf(host),
    // The collector drops it if the browser's headers ask for privacy.
    locale: pageLanguage(host),
  };
}

/** Some generators write `zh_CN`, which is no language tag. */
function pageLanguage(host: Element): string {
  const language = host.closest<HTMLElement>("[lang]")?.lang || navigator.language;
  return language.replace("_", "-");
}
