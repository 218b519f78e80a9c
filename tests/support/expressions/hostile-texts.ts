import type { AST } from "@eslint-community/regexpp";
import type { Program } from "./program.ts";

/** Characters of many kinds, from which a few are chosen that an expression tells apart. */
const POOL = [
  ..."aeszAZ019_ \t\n\r\v\u0085\u00a0\u2028\u3000\0",
  ..."!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~“”‘’«»、。？！＠",
  ..."éßжДعह漢あア한ไ\u0301\u200b\ufe0f\ufeff⭐😀",
];

/** Repetitions with fewer rounds cost the same in a text of any length. */
const MANY = 100;

/** A text is `before`, then `unit` again and again, then `after`. */
export type HostileText = { before: string; unit: string; after: string };

/**
 * The texts that could make an expression slow: each kind of character that it tells apart, its alternatives
 * and repetitions, and what leads to each repetition, again and again. They end in a match, or in
 * a character that hardly anything matches. There are none for an expression whose repetitions are all short.
 */
export function hostileTexts(program: Program): HostileText[] {
  const alphabet = alphabetOf(program);
  const { loops, alternatives } = partsOf(program, alphabet);
  const long = loops.filter(({ max }) => max >= MANY);
  if (long.length === 0) return [];
  const word = alphabet.find((character) => /\w/.test(character)) ?? "";
  const units = new Set([
    ...alphabet.flatMap((character) => [character, character + word]),
    ...alternatives,
    ...loops.map(({ round }) => round),
    ...long.flatMap(({ before, round }) => [before, before + round]),
  ]);
  const texts = [...units].flatMap((unit) => [
    { before: "", unit, after: "\0" },
    { before: "", unit, after: alternatives[0] ?? "" },
  ]);
  const rounds = new Set([...alphabet, ...long.map(({ round }) => round)]);
  for (const before of new Set(long.map((loop) => loop.before))) {
    if (before) for (const unit of rounds) texts.push({ before, unit, after: "\0" });
  }
  return texts.filter(({ unit }) => unit !== "");
}

/** One character of each kind that the expression's classes tell apart, and one that is in none of them. */
function alphabetOf({ sets, pattern }: Program): string[] {
  const kinds = new Map<string, string>();
  const classes = [...sets.values()].filter(({ isClass }) => isClass);
  for (const character of [...POOL, ...pattern.raw]) {
    const kind = classes.map((set) => Number(set.matches(character))).join("");
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}

/** Every repetition of an expression, with an example of what leads to it and of one round, and every alternative. */
function partsOf({ pattern, sets }: Program, alphabet: string[]) {
  const loops: { max: number; before: string; round: string }[] = [];
  const alternatives: string[] = [];

  /** A text that the elements match, as far as one can be found without searching. */
  const exampleOf = (elements: AST.Element[]): string => elements.map(example).join("");

  function example(element: AST.Element): string {
    if (element.type === "Quantifier") {
      return example(element.element).repeat(Math.min(Math.max(element.min, 1), MANY));
    }
    if (element.type === "Group" || element.type === "CapturingGroup") {
      return exampleOf(element.alternatives[0]?.elements ?? []);
    }
    if (element.type === "Assertion" || element.type === "Backreference") return "";
    if (element.type === "Character") return String.fromCodePoint(element.value);
    return alphabet.find((character) => sets.get(element.raw)?.matches(character)) ?? "";
  }

  function visit(element: AST.Element, before: string) {
    if (element.type === "Quantifier") {
      loops.push({ max: element.max, before, round: example(element.element) });
      visit(element.element, before);
    } else if ("alternatives" in element) {
      visitAll(element.alternatives, before);
    }
  }

  function visitAll(of: AST.Alternative[], before: string) {
    for (const { elements } of of) {
      alternatives.push(before + exampleOf(elements));
      elements.forEach((element, index) => {
        visit(element, before + exampleOf(elements.slice(0, index)));
      });
    }
  }

  visitAll(pattern.alternatives, "");
  return { loops, alternatives };
}
