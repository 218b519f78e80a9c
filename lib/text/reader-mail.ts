import { displayable } from "./displayable.ts";
import { shorten } from "./shorten.ts";

/** The parts of an item that a message to a reader quotes. */
export interface QuotedItem {
  page: string;
  comment: string | null;
  /** The page on the live site, if its address is known. */
  liveUrl: string | null;
}

/** Most characters of a mailto address. Some mail programs cut off longer ones. */
const MAX_URL = 1_800;
/** Most items that a message quotes. */
const MAX_ITEMS = 5;
const MAX_PAGE = 120;

/** Returns the mailto address of an answer to a reader, which quotes the item. */
export function replyUrl(address: string, item: QuotedItem): string {
  const words = wordsOf(item);
  return mailtoUrl(address, `Your feedback on ${pageOf(item)}`, (length) => [
    "Hi,",
    `Thank you for your feedback on ${pageOf(item)}.`,
    quote(words, length),
    "",
  ]);
}

/** Returns the mailto address of a message that says that the reported problem is fixed. */
export function resolvedUrl(address: string, items: readonly QuotedItem[]): string {
  const [first] = items;
  const quoted = items.slice(0, MAX_ITEMS).map((item) => ({
    place: item.liveUrl ?? pageOf(item),
    words: wordsOf(item),
  }));
  const subject = first ? `We fixed what you reported on ${pageOf(first)}` : "Your feedback";
  return mailtoUrl(address, subject, (length) => [
    "Hi,",
    "We updated our documentation based on your feedback.",
    ...quoted.flatMap(({ place, words }) => [
      `On ${place}, you wrote:`,
      quote(words, Math.ceil(length / quoted.length)),
    ]),
    "Thank you for helping us improve it.",
    "",
  ]);
}

/**
 * Returns an address that opens a mail program. Quotes are shortened until it isn't too long.
 * @param address of the reader; empty if the person chooses who gets the message
 * @param paragraphs of the text, with quotes of at most so many characters
 */
export function mailtoUrl(
  address: string,
  subject: string,
  paragraphs: (length: number) => string[],
): string {
  const at = address.lastIndexOf("@");
  const to =
    address &&
    `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
  const urlWith = (length: number) => {
    const body = encoded(paragraphs(length).join("\n\n"));
    return `mailto:${to}?subject=${encoded(subject)}&body=${body}`;
  };
  let length = 2_000;
  let url = urlWith(length);
  while (url.length > MAX_URL && length > 1) {
    length = Math.floor(length * 0.8);
    url = urlWith(length);
  }
  return url.length > MAX_URL ? `mailto:${to}` : url;
}

function wordsOf({ comment }: QuotedItem): string {
  return displayable(comment ?? "").trim();
}

function quote(text: string, length: number): string {
  if (text === "") return "> (a vote without a comment)";
  return shorten(text, length)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** On one line: a line break would begin another header. */
function pageOf({ page }: QuotedItem): string {
  return shorten(displayable(page).replace(/\s+/g, " ").trim(), MAX_PAGE);
}

/** RFC 6068: line breaks are CR and LF, and everything else that has a meaning is percent-encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\n/g, "\r\n"));
}
