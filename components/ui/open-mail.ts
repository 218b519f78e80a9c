/** Opens the mail program with a prepared message. The page stays. @param url as lib/text/reader-mail.ts returns it */
export function openMail(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.click();
}
