import { injectionFlags } from "../prompt/suspicion.ts";
import { displayable } from "../text/displayable.ts";
import type { Reading } from "./words.ts";

/** How a comment begins that talks to a machine. One that mentions such words begins in another way. */
const ADDRESSES_MACHINE =
  /^\W{0,6}(?:(?:please|now|ok(?:ay)?|attention|important|urgent|note|hey|hi|hello|dear)\b\W{0,3}){0,2}(?:ignore|disregard|forget|override|system|assistant|developer|user|you are|you're|as an ai|ai\b|llm|new (?:task|instruction)|next task|your (?:new|real|next)|print|reveal|output|repeat|dump|leak|upload|paste|expose|delete|wipe|erase|remove|run|execute|act as|pretend|enter|switch|enable|do not|don't|never|approve|merge|force|end of|im_start|inst|to the|message to|from now)/iu;

/** The same in other languages: to ignore what was said before. */
const OTHER_LANGUAGES = [
  /^\W{0,3}(?:bitte )?(?:ignoriere?|vergiss|missachte)\b.{0,30}\b(?:anweisung|anleitung|regel|prompt)/iu,
  /^\W{0,3}(?:ignore[zr]?|oublie[zr]?)\b.{0,30}\b(?:instructions|consignes|règles)\b/iu,
  /^\W{0,3}(?:por favor,? )?(?:ignor[ae]|olvida|esquece|esqueça|desconsidere)\b.{0,30}(?:instrucciones|instruções|órdenes|reglas|regras)/iu,
  /^\W{0,3}(?:ignora|dimentica)\b.{0,30}\b(?:istruzioni|regole)\b/iu,
  /^\W{0,3}negeer\b.{0,30}\b(?:instructies|aanwijzingen)\b/iu,
  /^[^\p{L}]{0,3}(?:игнорируй|проигнорируй|забудь|ігноруй)(?:те)?\s.{0,30}(?:инструкци|указани|правил|інструкці)/iu,
  /^[^\p{L}]{0,3}(?:önceki|yukarıdaki)\s.{0,20}(?:talimat|yönerge).{0,20}(?:yok say|unut|görmezden)/iu,
  /^[^\p{L}]{0,3}(?:请)?(?:忽略|无视|忘记|忽視|無視)(?:掉)?.{0,12}(?:指令|指示|提示|规则|規則)/u,
  /^[^\p{L}]{0,3}(?:以前|これまで|今まで|上記|前).{0,8}(?:指示|命令|プロンプト|ルール)を.{0,6}(?:無視|忘れ)/u,
  /^[^\p{L}]{0,3}(?:이전|위|지금까지).{0,10}(?:지시|명령|지침|프롬프트).{0,8}(?:무시|잊)/u,
  /^[^\p{L}]{0,3}تجاهل\s.{0,20}(?:التعليمات|الأوامر)/u,
];

const QUESTION = /[?؟]$/u;

/** Whether a comment looks like an attempt to instruct an AI. */
export function isInjection({ comment }: Reading): boolean {
  const text = displayable(comment).normalize("NFKC").trim();
  if (QUESTION.test(text)) return false;
  if (OTHER_LANGUAGES.some((pattern) => pattern.test(text))) return true;
  // What is shown can't hide text, so that this says nothing about marks of direction.
  return ADDRESSES_MACHINE.test(text) && injectionFlags(text).length > 0;
}
