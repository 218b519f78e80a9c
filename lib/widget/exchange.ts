import { deliver } from "./delivery.ts";
import { element } from "./dom.ts";
import { collectorOf, newSubmission, textsFor } from "./options.ts";
import type { Delivery } from "./outcome.ts";

/**
 * Starts a submission that grows with every `send`: a vote, then its comment. `status` says what became of it.
 */
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
    status.textContent = texts[outcome];
    return outcome !== "rejected";
  }

  /** Returns a form that asks for a comment between `before` and `after`, and sends it with `read()`. */
  function commentForm(before: Node[], after: Node[], read: () => Partial<Delivery>) {
    const comment = element("textarea", { part: "input", maxlength: "5000", dir: "auto" });
    const form = element(
      "form",
      { part: "form" },
      ...before,
      element("label", {}, texts.comment, comment),
      ...after,
      element("div", {}, element("button", { part: "button send" }, texts.send)),
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
