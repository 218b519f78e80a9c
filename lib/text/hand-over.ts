import { displayable } from "./displayable.ts";
import { maskAddresses } from "./email-addresses.ts";
import { mailtoUrl } from "./reader-mail.ts";
import { shorten } from "./shorten.ts";
import { singleLine } from "./single-line.ts";

/** The parts of an item that a message quotes. */
interface HandedOver {
  page: string;
  comment: string | null;
  reasons: string[];
  code: string | null;
}

const CODE_LENGTH = 2_000;

/**
 * Returns a message that hands feedback over to another team, with the reader's words quoted and without email
 * addresses. The item's address comes before the quotes, which a mail program may shorten.
 * @param address of the item in the dashboard
 */
export function handOverMessage(item: HandedOver, address: string): string {
  const { comment, reasons, code } = item;
  return [
    "Hi,",
    `A reader of our documentation left this feedback on ${singleLine(item.page)}. It seems to be about the product, not the documentation, so I'm passing it along to you.`,
    `Feedback item: ${address}`,
    ...(comment?.trim() ? [quote(comment)] : []),
    ...(reasons.length > 0
      ? [`Reasons the reader chose: ${reasons.map(singleLine).join(", ")}`]
      : []),
    ...(code === null ? [] : [`About this code:\n\n${quote(code.slice(0, CODE_LENGTH))}`]),
  ].join("\n\n");
}

/** Returns the `mailto:` address of a new mail with the message, shortened if it is too long for one. */
export function mailAddressOf({ page }: Pick<HandedOver, "page">, message: string): string {
  const subject = `Feedback on ${singleLine(page)}`;
  return mailtoUrl("", subject, (length) => [shorten(message, length)]);
}

function quote(text: string): string {
  return displayable(maskAddresses(text))
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
