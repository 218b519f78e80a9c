import { mailAddress } from "../../lib/text/mail-address.ts";
import { type QuotedItem, replyUrl } from "../../lib/text/reader-mail.ts";
import { openMail } from "../ui/open-mail.ts";

/** Opens the mail program with an answer that quotes the item. @throws {Error} if the contact isn't an address */
export function openReply(contact: string, item: QuotedItem): void {
  const address = mailAddress(contact);
  if (address === null) throw new Error("This contact isn't an email address.");
  openMail(replyUrl(address, item));
}
