import { displayable } from "./displayable.ts";

/** What a message quotes of an item. */
interface HandedOver {
  page: string;
  comment: string | null;
  reasons: string[];
  code: string | null;
}

/** Characters of a message in a `mailto:` address: mail programs cut longer ones. */
const MAIL_LENGTH = 1_500;
const CODE_LENGTH = 2_000;

/**
 * Returns a message that hands feedback over to another team, with the reader's words quoted and without their
 * contact.
 * @param address of the item in the dashboard
 */
export function handOverMessage(item: HandedOver, address: string): string {
  const { comment, reasons, code } = item;
  return [
    "Hi,",
    `A reader of our documentation left this feedback on ${onOneLine(item.page)}. It seems to be about the product, not the documentation, so I'm handing it over to you.`,
    ...(comment?.trim() ? [quote(comment)] : []),
    ...(reasons.length > 0
      ? [`Reasons that the reader chose: ${reasons.map(onOneLine).join(", ")}`]
      : []),
    ...(code === null ? [] : [`About this code:\n\n${quote(code.slice(0, CODE_LENGTH))}`]),
    `Feedback item: ${address}`,
  ].join("\n\n");
}

/** Returns the `mailto:` address of a new mail with the message. */
export function mailAddressOf({ page }: Pick<HandedOver, "page">, message: string): string {
  // On one line: a line break would begin another header.
  const subject = encodeURIComponent(`Feedback on ${onOneLine(page)}`);
  const short = Array.from(message).slice(0, MAIL_LENGTH).join("").toWellFormed();
  // RFC 6068: line breaks are CRLF.
  return `mailto:?subject=${subject}&body=${encodeURIComponent(short.replaceAll("\n", "\r\n"))}`;
}

function onOneLine(text: string): string {
  return displayable(text).replace(/\s+/g, " ").trim();
}

function quote(text: string): string {
  return displayable(text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
