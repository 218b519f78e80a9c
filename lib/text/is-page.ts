/** Whether a file is a page of Markdown, which renders. Other formats are shown as their source. */
export function isPage(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}
