import { deliver } from "./delivery.ts";
import { element } from "./dom.ts";
import { collectorOf, newSubmission, textsFor } from "./options.ts";
import type { Delivery } from "./outcome.ts";

/** Starts a submission that grows with every `send`: a vote, then its comment. `status` shows the outcome. */
export function startExchange(host: HTMLElement) {
  const { spoken, texts } = textsFor(host);
  const submission = newSubmission(host);
  const shownAt = Date.now();
  // Screen readers announce changes of its text.
  const status = element("p", { part: "status", role: "status", tabindex: "-1" });

  /** Returns false if the collector doesn't accept the submission as it is. */
  async function send(content: Partial<Delivery>): Promise<boolean> {
    Object.assign(submission, content, { shownFor: Date.now() - shownAt });
    const outcome = await deliver(collectorOf(host), submission);
    // A vote leads on to the form below.
    status.textContent = texts[outcome === "sent" && !("comment" in content) ? "why" : outcome];
    return outcome !== "rejected";
  }

  /** Returns a form that asks for a comment between `before` and `after`, and sends it with `read()`. */
  function commentForm(before: Node[], after: Node[], read: () => Partial<Delivery>) {
    const label = { "aria-label": texts.comment, placeholder: texts.comment };
    const limits = { part: "input", maxlength: "5000", dir: "auto" };
    const comment = element("textarea", { ...label, ...limits });
    const form = element(
      "form",
      { part: "form" },
      ...before,
      comment,
      element("div", {}, element("button", { part: "button send" }, texts.send), ...after),
    );
    form.onsubmit = async (event) => {
      event.preventDefault();
      if (!(await send({ ...read(), comment: comment.value }))) return;
      form.remove();
      status.focus();
    };
    return form;
  }

  return { spoken, texts, status, send, commentForm };
}
