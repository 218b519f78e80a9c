import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** The characters that one place of an expression matches. `known` has what was asked, by the character's number. */
export type CharacterSet = {
  raw: string;
  isClass: boolean;
  matches: (character: string) => boolean;
  known: (boolean | undefined)[];
};

/** One step of the matcher. `next` follows when it matches; `backwards` steps are inside a lookbehind. */
export type Step =
  | { kind: "set"; set: CharacterSet; backwards: boolean; next: Step }
  | { kind: "run"; set: CharacterSet; min: number; max: number; backwards: boolean; next: Step }
  | { kind: "choice"; of: Step[] }
  | { kind: "save"; register: number; next: Step }
  | { kind: "edge"; edge: "start" | "end"; breaks: CharacterSet | null; next: Step }
  | { kind: "word"; words: CharacterSet; negate: boolean; next: Step }
  | { kind: "look"; body: Step; negate: boolean; next: Step }
  | { kind: "reference"; group: number; backwards: boolean; next: Step }
  | { kind: "enter" | "repeat" | "round"; loop: Loop }
  | { kind: "match" };

/** A repetition of more than one character. `count` and `position` are registers. */
export type Loop = {
  count: number;
  position: number;
  min: number;
  max: number;
  greedy: boolean;
  body: Step;
  next: Step;
  repeat: Step;
  round: Step;
};

export type Program = {
  pattern: AST.Pattern;
  start: Step;
  registers: number;
  unicode: boolean;
  ignoreCase: boolean;
  /** Numbers of the characters in texts. */
  numbers: Map<string, number>;
  /** Every set of the expression, by its source. */
  sets: Map<string, CharacterSet>;
};

const MATCH: Step = { kind: "match" };
const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Translates an expression into steps. Throws a `SyntaxError` for one that isn't valid. */
export function compile({ source, flags }: { source: string; flags: string }): Program {
  const unicode = flags.includes("u") || flags.includes("v");
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const writer = stepWriter(flags);
  return {
    pattern,
    start: writer.alternatives(pattern.alternatives, MATCH, false),
    registers: writer.registers(),
    unicode,
    numbers: new Map(),
    ignoreCase: flags.includes("i"),
    sets: writer.sets,
  };
}

function stepWriter(flags: string) {
  const sets = new Map<string, CharacterSet>();
  const groups = new Map<AST.CapturingGroup, number>();
  const setFlags = flags.replace(/[gym]/g, "");
  let registers = 0;

  const groupOf = (group: AST.CapturingGroup) => {
    const known = groups.get(group) ?? registers;
    if (!groups.has(group)) {
      groups.set(group, known);
      registers += 2;
    }
    return known;
  };

  /** JavaScript's own engine says which characters a set has. */
  const setOf = (raw: string, isClass = true) => {
    const known = sets.get(raw);
    if (known) return known;
    const single = new RegExp(`^(?:${raw})$`, setFlags);
    const matches = (character: string) => single.test(character);
    const set = { raw, isClass, matches, known: [] };
    sets.set(raw, set);
    return set;
  };

  function alternatives(list: AST.Alternative[], next: Step, backwards: boolean): Step {
    const of = list.map(({ elements }) => {
      const inOrder = backwards ? elements : elements.toReversed();
      return inOrder.reduce((after, element) => elementStep(element, after, backwards), next);
    });
    return of.length === 1 && of[0] ? of[0] : { kind: "choice", of };
  }

  function elementStep(element: AST.Element, next: Step, backwards: boolean): Step {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return {
          kind: "set",
          set: setOf(element.raw, element.type !== "Character"),
          backwards,
          next,
        };
      case "Group":
        return alternatives(element.alternatives, next, backwards);
      case "CapturingGroup": {
        const register = groupOf(element);
        const close: Step = { kind: "save", register: register + (backwards ? 0 : 1), next };
        const inside = alternatives(element.alternatives, close, backwards);
        return { kind: "save", register: register + (backwards ? 1 : 0), next: inside };
      }
      case "Quantifier":
        return quantifierStep(element, next, backwards);
      case "Backreference": {
        const group = [element.resolved].flat()[0];
        if (!group) throw new Error(`A reference to no group: ${element.raw}`);
        return { kind: "reference", group: groupOf(group), backwards, next };
      }
      case "Assertion":
        return assertionStep(element, next);
    }
  }

  function assertionStep(element: AST.Assertion, next: Step): Step {
    switch (element.kind) {
      case "start":
      case "end": {
        const breaks = flags.includes("m") ? setOf("[\\n\\r\\u2028\\u2029]") : null;
        return { kind: "edge", edge: element.kind, breaks, next };
      }
      case "word":
        return { kind: "word", words: setOf("\\w"), negate: element.negate, next };
      case "lookahead":
      case "lookbehind": {
        const body = alternatives(element.alternatives, MATCH, element.kind === "lookbehind");
        return { kind: "look", body, negate: element.negate, next };
      }
    }
  }

  function quantifierStep(element: AST.Quantifier, next: Step, backwards: boolean): Step {
    const { min, max, greedy } = element;
    const inner = elementStep(element.element, MATCH, backwards);
    if (inner.kind === "set" && inner.next === MATCH && greedy) {
      return { kind: "run", set: inner.set, min, max, backwards, next };
    }
    const count = registers;
    registers += 2;
    const limits = { count, position: count + 1, min, max, greedy, next };
    const loop: Loop = { ...limits, body: MATCH, repeat: MATCH, round: MATCH };
    loop.repeat = { kind: "repeat", loop };
    loop.round = { kind: "round", loop };
    loop.body = elementStep(element.element, loop.repeat, backwards);
    return { kind: "enter", loop };
  }

  return { alternatives, sets, registers: () => registers };
}
