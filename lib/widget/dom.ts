import { STYLE } from "./style.ts";

/** Creates an element with attributes and children. Never parses HTML, so it works with trusted types. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const name in attributes) node.setAttribute(name, attributes[name] ?? "");
  node.append(...children);
  return node;
}

/** Opens a shadow root with the widget's styles, which no content security policy blocks. */
export function openShadow(host: HTMLElement): ShadowRoot {
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  return root;
}
