import { attribute } from "../../lib/prompt/fence.ts";

/** Tells which feedback ids a prompt names, as whole words: `fb_1` is not named by `fb_12`. */
export function namedIn(prompt: string): (id: string) => boolean {
  const words = new Set<string>();
  for (const [word] of prompt.matchAll(/[^\s,()[\]=<>"“”]+/g)) {
    words.add(word);
    words.add(word.replace(/[.:;!?'*]+$/, ""));
  }
  return (id) => {
    const name = attribute(id);
    return words.has(name) || (/[()!'*]/.test(name) && prompt.includes(name));
  };
}
