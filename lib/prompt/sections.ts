// Splits a prompt into the sections that drafting creates. Joined, they are exactly the prompt.

export interface Section {
  /**
   * Identifies the section across drafts: `# Goal`, `## Page: /x`, `quote fb_1`, `after fb_1`, or
   * `start` for text before the first of them.
   */
  key: string;
  /** Includes line breaks. */
  text: string;
}

/**
 * Returns the sections of a prompt whose fences have this token. A quote from its opening to its
 * closing line is one section; the text up to the next heading or quote is another.
 */
export function sectionsOf(prompt: string, token: string): Section[] {
  const opening = new RegExp(`^\\[\\[feedback:${token} id=([^ \\]]*)`);
  const closing = `[[/feedback:${token}]]`;
  const sections: { key: string; lines: string[] }[] = [{ key: "start", lines: [] }];
  let quote: string | null = null;
  for (const line of prompt.split(/(?<=\n)/)) {
    const id: string | undefined = quote === null ? opening.exec(line)?.[1] : undefined;
    if (id !== undefined) {
      quote = id;
      sections.push({ key: `quote ${id}`, lines: [] });
    } else if (quote === null && /^#{1,2} /.test(line)) {
      sections.push({ key: line.trim(), lines: [] });
    }
    sections.at(-1)?.lines.push(line);
    if (quote !== null && line.trimEnd() === closing) {
      sections.push({ key: `after ${quote}`, lines: [] });
      quote = null;
    }
  }
  return sections
    .map(({ key, lines }) => ({ key, text: lines.join("") }))
    .filter(({ key, text }) => text !== "" || key.startsWith("after "));
}
