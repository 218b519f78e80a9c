import { mailAddress } from "../../lib/text/mail-address.ts";
import { type QuotedItem, replyUrl } from "../../lib/text/reader-mail.ts";
import { openMail } from "../ui/open-mail.ts";

/** Opens the mail program with an answer that quotes the item. @returns why not, or null */
export function openReply(contact: string, item: QuotedItem): string | null {
  const address = mailAddress(contact);
  if (address === null) return "This contact isn't an email address.";
  openMail(replyUrl(address, item));
  return null;
}
