import "server-only";

/**
 * Returns the input for an agent that keeps no history: the prompt, byte for byte. A follow-up comes
 * after the job's earlier prompts, because it may refer to them.
 */
export function agentInput(earlier: readonly string[], prompt: string): string {
  if (earlier.length === 0) return prompt;
  const history = earlier.map(
    (text, index) => `# Earlier prompt ${index + 1} of ${earlier.length}\n\n${text.trimEnd()}\n`,
  );
  return [
    "This is a follow-up. The earlier prompts are included for context only: they have already been",
    "handled, and the files may contain the results. Follow only the new prompt at the end.",
    "",
    ...history,
    "# New prompt",
    "",
    prompt,
  ].join("\n");
}
