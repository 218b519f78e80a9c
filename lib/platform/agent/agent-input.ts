import "server-only";

/**
 * What an agent without a memory of its own is told: the prompt, byte for byte; with a follow-up,
 * also what the job was asked before, as the new prompt may speak of it.
 */
export function agentInput(earlier: readonly string[], prompt: string): string {
  if (earlier.length === 0) return prompt;
  const before = earlier.map(
    (text, index) => `# Earlier prompt ${index + 1} of ${earlier.length}\n\n${text.trimEnd()}\n`,
  );
  return [
    "This is a follow-up. The earlier prompts come first, for reference: they were worked on",
    "before, and the files may hold what came of them. Do what the last part, the new prompt, asks.",
    "",
    ...before,
    "# The new prompt",
    "",
    prompt,
  ].join("\n");
}
