import { element, openShadow } from "./dom.ts";
import { startExchange } from "./exchange.ts";
import { textsFor } from "./options.ts";

const TAG = "errata-code-report";
/** Most characters of code in a report. The collector takes 32 KB in all. */
const MAX_CODE = 8_000;
/** Pixels between the button and the corner of its code block. */
const INSET_PX = 6;

/** `<errata-code-report>`: a button on the code block before it, shown on hover and focus. */
export class CodeReportElement extends HTMLElement {
  connectedCallback(): void {
    const block = this.previousElementSibling as HTMLElement | null;
    if (this.shadowRoot || !block) return;
    const { spoken, texts } = textsFor(this);
    const button = element("button", { part: "button report", ...spoken }, texts.report);
    const show = ({ type }: Event) => {
      this.toggleAttribute("shown", /enter|focusin/.test(type));
      moveTo(block, this);
    };
    for (const type of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
      block.addEventListener(type, show);
    }
    button.onfocus = show;
    button.onclick = () => {
      const dialog = reportDialog(this, block);
      this.shadowRoot?.append(dialog);
      dialog.showModal();
    };
    openShadow(this).append(button);
  }
}

/** Adds a button to code blocks that have none, and removes those whose block is gone. */
export function addCodeReports(selector: string): void {
  for (const report of document.querySelectorAll(TAG)) {
    if (!report.previousElementSibling?.matches(selector)) report.remove();
  }
  for (const block of document.querySelectorAll(selector)) {
    if (block.nextElementSibling?.localName !== TAG) block.after(new CodeReportElement());
  }
}

/** Moves the button into the block's last corner, whatever the site's layout is around it. */
function moveTo(block: Element, host: HTMLElement): void {
  host.style.translate = "";
  const to = block.getBoundingClientRect();
  const from = host.getBoundingClientRect();
  host.style.translate = `${to.right - from.right - INSET_PX}px ${to.bottom - from.bottom - INSET_PX}px`;
}

function reportDialog(host: HTMLElement, block: HTMLElement): HTMLDialogElement {
  const { spoken, texts, status, commentForm } = startExchange(host);
  const close = element("button", { part: "button" }, texts.close);
  const dialog = element(
    "dialog",
    { part: "dialog", "aria-labelledby": "t", ...spoken },
    element("b", { id: "t" }, texts.report),
    commentForm([], [], () => codeOf(block)),
    status,
    close,
  );
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  return dialog;
}

/** Returns the code with its language, as common generators mark it, and its file (`data-filename`). */
function codeOf(block: HTMLElement): { code: string; lang?: string; filename?: string } {
  const code = block.querySelector("code") ?? block;
  const marked = code.closest("[class*=language-]")?.className;
  return {
    code: (code.textContent ?? "").slice(0, MAX_CODE),
    lang: marked?.match(/language-(\S+)/)?.[1] ?? block.dataset.language,
    filename: block.dataset.filename,
  };
}
