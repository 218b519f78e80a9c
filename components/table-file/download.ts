/** Gives someone a CSV file. */
export function download(name: string, csv: string): void {
  // Spreadsheets take UTF-8 for another encoding without a byte order mark.
  const url = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
