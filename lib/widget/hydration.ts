/** What a page of VitePress defines, and what Vue adds to the page's root once it has taken over. */
type Page = { __VP_HASH_MAP__?: object; app?: { __vue_app__?: object } };

/**
 * Whether a framework is yet to take over the server's HTML, often long after the page has loaded. It must find that
 * HTML unchanged, or it reports an error and renders the page again.
 */
export function awaitsHydration(): unknown {
  // Browsers keep the element with the ID "app" under its name.
  const { __VP_HASH_MAP__: vitePress, app }: typeof window & Page = window;
  return (
    document.readyState !== "complete" ||
    // Docusaurus.
    document.querySelector("[data-has-hydrated=false]") ||
    (vitePress && !app?.__vue_app__)
  );
}
