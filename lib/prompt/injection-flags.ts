import { displayable } from "../text/displayable.ts";
import { normalForm } from "../text/normal-form.ts";

interface Rule {
  reason: string;
  pattern: RegExp;
}

const RULES: Rule[] = [
  {
    reason: "Asks to ignore earlier instructions.",
    pattern:
      /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|your|of|my|these|those)\s+){0,3}(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:instruction|prompt|rule|direction|guideline|order|message)s?\b/i,
  },
  {
    reason: "Imitates the roles of an AI chat.",
    pattern:
      /<\|?\/?(?:im_start|im_end|system|assistant|user_data|endoftext)\b[^>]{0,40}>|\[\/?INST\]|^\W{0,4}(?:assistant|developer)\s*:\s|^\W{0,4}system(?: prompt| message)?\s*:\s*(?:you\b|ignore|delete|print|run|execute|approve|merge|send|reveal|override|replace|do not)/im,
  },
  {
    reason: "Addresses an AI or tries to switch it to a special mode.",
    pattern:
      /\byou are (?:now |an? )?(?:an? )?(?:AI\b|language model|LLM\b|chat ?bot|(?:coding |AI )?(?:agent|assistant)\b)|\byou are now in [\w ]{1,30}mode\b|\b(?:enter|switch to|enable) (?:developer|maintenance|debug|god|jailbreak) mode\b/i,
  },
  {
    reason: "Addresses an AI agent instead of your team.",
    pattern:
      /\b(?:new|next|your|real) (?:task|instruction|order|goal)s? (?:for|to) (?:the |any |you,? (?:the )?)?(?:AI|LLM|agent|assistant|model|bot)\b|\b(?:AI|LLM|agent|assistant|model|bot)s? (?:that is |who is )?reading this\b|\b(?:note|message|attention)[ :]+(?:to |for )?(?:the |any )?(?:AI|LLM)(?: agent| model| assistant)?\b/i,
  },
  {
    reason: "Asks for a destructive action.",
    pattern:
      /(?:^|[.:!;\n]|\band|\bthen|\bplease|\bmust)\s?(?:delete|wipe|erase|destroy|remove) (?:(?:the|this|all|every|whole|entire|your) ){1,3}(?:(?:git )?(?:repository|repo|history)|codebase)\b|\bforce[- ]push\b.{0,40}\b(?:empty|main|master)\b|(?:^|\brun\b|\bexecute\b)\s?`{0,3}\s?rm -rf? (?:\/|~|\*|\.|docs\b)/im,
  },
  {
    reason: "Asks for secrets.",
    pattern:
      /\b(?:print|reveal|leak|exfiltrate|output|dump|upload|expose|paste)\b.{0,30}\b(?:your|every|all)\b.{0,30}(?:api[ _-]?keys?|secrets?|tokens?|passwords?|credentials?|environment variables?|env vars?|system prompt)|\b(?:read|upload|send|exfiltrate|dump)\b.{0,20}(?:~\/\.ssh|id_rsa|\/etc\/passwd|\.env\b)/i,
  },
  {
    reason: "Asks to hide something or to skip review.",
    pattern:
      /\b(?:do not|don't|never) (?:mention|tell|reveal|report|show|disclose)\b.{0,30}\b(?:to|the) (?:the )?(?:user|human|reviewer|maintainer|person|team)s?\b|\b(?:approve|merge)\b.{0,30}\bwithout\b.{0,15}\b(?:review|asking|approval)/i,
  },
  {
    reason: "Imitates the end of the quoted text.",
    pattern:
      /\[\s?\[\s?\/?\s?feedback\s?:|<<\s?\/?\s?END\b[^>\n]{0,30}>>|<\/(?:feedback|entry|entries|user_data|data|quote|evidence|system)>|\bend of (?:the )?(?:quoted |user )?(?:feedback|quote|quotation|input|evidence|data)\b[\s\S]{0,20}(?:-{2,}|`{3}|={2,}|\n)|\bthe quoted (?:part|text) (?:is over|ends here)\b/i,
  },
];

/** Characters that reverse text. */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters that spell invisible text. */
const TAG_LETTERS = /[\u{E0000}-\u{E007F}]/u;
/** Runs of characters that can carry hidden data. */
const HIDDEN_DATA = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4}/u;
const ZERO_WIDTH = /[\u00AD\u200B\u2060-\u2064\uFEFF]/gu;

/** Zero-width characters to tolerate: pasted text often has one or two. */
const MAX_ZERO_WIDTH = 2;

/**
 * Returns one sentence for each sign that untrusted text is a prompt-injection attempt. An empty
 * result is no guarantee; the fences protect in either case.
 */
export function injectionFlags(text: string): string[] {
  const normalized = normalize(text);
  const flags = RULES.filter(({ pattern }) => pattern.test(normalized)).map(({ reason }) => reason);
  return hidesText(text) ? [...flags, "Contains hidden characters."] : flags;
}

/** Characters of a text that are checked. */
const MAX_CHECKED = 20_000;

/**
 * Normalizes text for the rules. Collapses white space, because the rules would otherwise take minutes
 * on a long run of it: they find one character of it.
 */
function normalize(text: string): string {
  return normalForm(displayable(text.slice(0, MAX_CHECKED)), "NFKC")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n");
}

function hidesText(text: string): boolean {
  if (BIDI.test(text) || HIDDEN_DATA.test(text)) return true;
  // The flags of England, Scotland and Wales are spelled with these characters, after a black flag.
  if (TAG_LETTERS.test(text.replace(/\u{1F3F4}[\u{E0020}-\u{E007F}]{2,8}/gu, ""))) return true;
  return (text.match(ZERO_WIDTH) ?? []).length > MAX_ZERO_WIDTH;
}
