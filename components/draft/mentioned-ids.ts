import { attribute } from "../../lib/prompt/fence.ts";

/** Returns a test for the feedback IDs that a prompt mentions as whole words: `fb_12` isn't `fb_1`. */
export function mentionedIn(prompt: string): (id: string) => boolean {
  const words = new Set<string>();
  for (const [word] of prompt.matchAll(/[^\s,()[\]=<>"“”]+/g)) {
    words.add(word);
    words.add(word.replace(/(?<![.:;!?'*])[.:;!?'*]+$/, ""));
  }
  return (id) => {
    const name = attribute(id);
    return words.has(name) || (/[()!'*]/.test(name) && prompt.includes(name));
  };
}
