import { element, openShadow } from "./dom.ts";
import { startExchange } from "./exchange.ts";
import { option, pageOf } from "./options.ts";
import { REASONS, type Texts, textsOf } from "./texts.ts";

/** Browsers accept `a@b`, the collector doesn't. */
const EMAIL = ".+@.+\\.\\w{2,}";

/** `<errata-feedback>`: asks whether the page helped, then why. */
export class FeedbackElement extends HTMLElement {
  #root = openShadow(this);
  #page = "";

  connectedCallback(): void {
    this.refresh();
  }

  /** Starts over if the site has moved on to another page. */
  refresh(): void {
    const page = pageOf(this);
    if (page === this.#page) return;
    this.#page = page;
    this.#root.replaceChildren(question(this));
  }
}

function question(host: HTMLElement): HTMLElement {
  const { spoken, texts, status, send, commentForm } = startExchange(host);
  let form: HTMLElement | undefined;

  const buttons = (["yes", "no"] as const).map((vote) => {
    const button = element("button", { part: `button ${vote}` }, texts[vote]);
    button.onclick = () => {
      for (const each of buttons) each.ariaPressed = `${each === button}`;
      send({ helpful: vote === "yes" });
      form?.remove();
      form = detailsForm(vote);
      root.append(form);
    };
    return button;
  });

  const detailsForm = (vote: "yes" | "no") => {
    const email = element("input", {
      type: "email",
      part: "input",
      "aria-label": texts.email,
      placeholder: "@",
      autocomplete: "email",
      pattern: EMAIL,
    });
    // People never see it.
    const website = element("input", { name: "website", hidden: "" });
    const boxes = reasonsOf(host, texts, vote).map(([value, text]) => {
      const box = element("input", { type: "checkbox", value });
      return { box, label: element("label", { part: "reason" }, box, text) };
    });
    const labels = boxes.map(({ label }) => label);
    const reasons = element("div", { role: "group", "aria-label": texts.why }, ...labels);
    const before = boxes[0] ? [reasons] : [];
    const reply = element("details", {}, element("summary", {}, texts.email), email);
    const after = [reply, website];
    return commentForm(before, after, () => ({
      reasons: boxes.flatMap(({ box }) => (box.checked ? box.value : [])),
      email: email.value || undefined,
      website: website.value || undefined,
    }));
  };

  const group = { part: "vote", role: "group", "aria-labelledby": "q" };
  const heading = element("b", { part: "question", id: "q" }, texts.question);
  // Both buttons are on the next line if the question leaves no room for them.
  const vote = element("div", group, heading, element("div", {}, ...buttons));
  const root = element("section", { part: "root", ...spoken }, vote, status);
  return root;
}

/** Returns values and labels: the site's own reasons (`data-reasons-no="A|B"`), or ours. */
function reasonsOf(host: HTMLElement, texts: Texts, vote: "yes" | "no"): [string, string][] {
  const own = option(`reasons-${vote}`, host);
  if (own) return own.split("|", 5).map((reason) => [reason, reason]);
  if (vote === "yes") return [];
  return REASONS.map((name) => [textsOf("en").texts[name], texts[name]]);
}
