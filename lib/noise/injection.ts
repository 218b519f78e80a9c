import { injectionFlags } from "../prompt/injection-flags.ts";
import { displayable } from "../text/displayable.ts";
import { normalForm } from "../text/normal-form.ts";
import type { Reading } from "./words.ts";

/**
 * Beginnings of comments that instruct a machine. Comments that only mention such words begin
 * differently.
 */
const ADDRESSES_MACHINE =
  /^\W{0,6}(?:(?:please|now|ok(?:ay)?|attention|important|urgent|note|hey|hi|hello|dear)\b\W{0,3}){0,2}(?:ignore|disregard|forget|override|system|assistant|developer|user|you are|you're|as an ai|ai\b|llm|new (?:task|instruction)|next task|your (?:new|real|next)|print|reveal|output|repeat|dump|leak|upload|paste|expose|delete|wipe|erase|remove|run|execute|act as|pretend|enter|switch|enable|do not|don't|never|approve|merge|force|end of|im_start|inst|to the|message to|from now)/iu;

/** The same in other languages: to ignore the previous instructions. */
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

/** Parts of a page, by which readers name the instructions that they mean. */
const PARTS =
  /\b(?:step|section|page|chapter|paragraph|table|figure|guide|docs?|documentation|tutorial|readme|line \d|schritt|abschnitt|seite|kapitel|absatz|paragraphe|paso|sección|página|passo|seção|passaggio|sezione|pagina|stap|adım|bölüm|sayfa)s?\b|étape|шаг|раздел|страниц|крок|розділ|[步页頁章節节]|手順|ステップ|ページ|단계|페이지|الخطوة|القسم|الصفحة/iu;
/** Complaints of readers about instructions that don't help. */
const WRONG =
  /\b(?:wrong|my mistake|works? now|sorry|incorrect|outdated|obsolete|broken|harmless|misleading|confusing|no longer|(?:don['’]?t|doesn['’]?t|not) work\w*|fail(?:s|ed)?|falsch|veraltet|faux|fausses?|obsolètes?|périmée?s?|incorrect[aoe]s?|obsolet[aoie]s?|equivocad[ao]s|errad[ao]s?|sbagliat[eio]|verkeerd|verouderd|yanlış|eski)\b|неверн|неправильн|устарел|не работа|невірн|застаріл|[错錯]|不对|不對|过时|過時|无效|無效|間違|古い|誤り|動かない|틀[렸린]|잘못|오래|خاطئ|قديم|لا تعمل/iu;
/** Requests that only make sense to a machine. */
const DEMANDS =
  /\b(?:print|reveal|output|repl(?:y|ies)|respond|answer with|say|write|send|post|delete|leak|dump|upload|prompt|api keys?|secrets?|passwords?|tokens?|you (?:are|must|will)|act as|pretend|merge|approve|run|execute|antworte|schreib\w*|gib|réponds|écris|affiche|responde|escribe|imprime|muestra|rispondi|scrivi)\b|напиши|ответь|выведи|удали|输出|輸出|回复|回答|打印|写|出力|答え|返信|書い|출력|답하|알려|작성|اكتب|اطبع|أجب/iu;

/** Whether a comment looks like an attempt to instruct an AI. */
export function isInjection({ comment }: Reading): boolean {
  const text = normalForm(displayable(comment), "NFKC").trim();
  if (QUESTION.test(text) || isAboutInstructions(text)) return false;
  if (OTHER_LANGUAGES.some((pattern) => pattern.test(text))) return true;
  // Readers see plain text, so direction marks can't hide anything from them and don't count.
  return ADDRESSES_MACHINE.test(text) && injectionFlags(text).length > 0;
}

/** Whether a reader means the instructions of a page: "Ignore the previous instructions in step 2, they are wrong". */
function isAboutInstructions(text: string): boolean {
  return (PARTS.test(text) || WRONG.test(text)) && !DEMANDS.test(text);
}
