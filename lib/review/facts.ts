import "server-only";

/** What a reader acts on and a change can make wrong: links, code, flags, and numbers. Each pattern is bounded. */
const FACTS = [
  /https?:\/\/[^\s)\]>"'`]{1,300}|(?<=\]\()[^\s)]{1,300}/g,
  /(?<=`)[^`\n]{1,200}(?=`)/g,
  /(?<![\w-])--?[a-zA-Z][\w-]{0,60}/g,
  /(?<![\w.,])\d[\d.,:]{0,30}(?:%|\s?(?:ms|s|min|h|[KMGT]i?B|px)\b)?/g,
];
/** Most facts of a text. */
const MAX_FACTS = 200;

export interface FactChange {
  old: string;
  new: string | null;
}

/** Returns facts of the old text that the new text doesn't have, with what may have replaced each. */
export function changedFacts(before: string, after: string): FactChange[] {
  let [one, other] = [before, after];
  return FACTS.flatMap((pattern) => {
    const old = factsIn(one, pattern);
    const now = factsIn(other, pattern);
    // A number in a link or in code is that link or code.
    one = one.replaceAll(pattern, " ");
    other = other.replaceAll(pattern, " ");
    const gone = without(old, now);
    const come = without(now, old);
    return gone.map((fact, index) => ({ old: fact, new: come[index] ?? null }));
  });
}

function factsIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([fact]) => withoutStops(fact))
    .filter((fact) => fact.trim() !== "")
    .slice(0, MAX_FACTS);
}

/** A sentence can end after a fact. */
function withoutStops(fact: string): string {
  let end = fact.length;
  while (".,:".includes(fact[end - 1] ?? " ")) end -= 1;
  return fact.slice(0, end);
}

/** The facts of a list that another one has less often. */
function without(facts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const fact of others) left.set(fact, (left.get(fact) ?? 0) + 1);
  return facts.filter((fact) => {
    const count = left.get(fact) ?? 0;
    left.set(fact, count - 1);
    return count <= 0;
  });
}
