import {
  AMBIGUOUS_SPAM_PRODUCTS,
  SALES_PITCHES,
  SPAM_PRODUCTS,
  SPAM_REQUESTS,
  UNSPACED_SALES_PITCHES,
  UNSPACED_SPAM_PRODUCTS,
} from "./spam-words.ts";
import type { Reading } from "./words.ts";

const LINK =
  /https?:\/\/|www\.|\[url|<a\s|\b(?:t\.me|wa\.me|bit\.ly|tinyurl\.com)\/|\b[a-z\d-]{3,63}\.(?:xyz|top|club|online|site|shop|store|win|bet|casino|ru|cn|info|biz)\b/iu;
/** Markup of forums, which no documentation site shows. */
const FORUM_LINK = /\[url[=\]]|<a\s+href/iu;
/** A number or a name for contact. */
const CHAT =
  /whats ?app|telegram|wechat|weixin|微信|加[vｖqｑ]|line id|lineで|ติดต่อไลน์|zalo|واتساب|카톡|kakao|\bqq\b|\+\d[\d ()-]{7,20}/iu;
const PHONE = /(?:\+|\b)\d[\d ().-]{8,20}\d/u;
/** Nothing but a phone number, perhaps with a name for it. Ten digits alone can be a time. */
const ONLY_PHONE =
  /^(?:(?:call|tel|phone|whats ?app|wa|viber)\b[\s:.]{0,3})?(?:\+\d[\d ().-]{8,20}|\(?\d{1,4}[)\s.-]{1,2}\d{2,4}[\s.-]\d{2,4}[\d\s.-]{0,8})$/iu;
const CALLED =
  /\b(?:customer (?:support|care|service)|(?:support|helpline|toll[ -]free) (?:phone )?number|helpline|toll[ -]free|reservations?|call (?:now|us|today)|call [a-z]{2,20} support|contact me)\b/iu;

/** The weight of words that only spam has; other spam words weigh one. */
const SOLD_WEIGHT = 2;
const SPAM_WEIGHT = 3;

/** Whether a comment sells something: a link or a contact with words of spam, or several such words. */
export function isSpam(reading: Reading): boolean {
  const { comment, text } = reading;
  const sold = soldIn(text);
  const asked = countIn(text, SPAM_REQUESTS);
  if (sold > 0 && (sold + asked > 1 || hasContact(comment))) return true;
  if (ONLY_PHONE.test(comment)) return true;
  if (FORUM_LINK.test(comment)) return asked > 0 || countIn(comment, /https?:\/\//giu) > 1;
  if (ABOUT_DOCUMENTATION.test(text)) return false;
  if (PHONE.test(comment) && CALLED.test(comment)) return true;
  return (asked > 0 && LINK.test(comment)) || isPitch(text);
}

/** Whether a comment sells something whatever its rating: a link or a contact with several words of spam. */
export function isAdvertisement({ comment, text }: Reading): boolean {
  const sold = soldIn(text);
  return sold > 0 && sold + pitchedIn(text) > 1 && hasContact(comment);
}

function hasContact(comment: string): boolean {
  return LINK.test(comment) || CHAT.test(comment);
}

/** Whether a comment has enough words of spam without a link: what is sold, and how. */
function isPitch(text: string): boolean {
  const subjects = soldIn(text) * SOLD_WEIGHT + countIn(text, AMBIGUOUS_SPAM_PRODUCTS);
  const pitched = pitchedIn(text);
  return subjects > 0 && pitched > 0 && subjects + pitched >= SPAM_WEIGHT;
}

function soldIn(text: string): number {
  return countIn(text, SPAM_PRODUCTS) + (UNSPACED_SPAM_PRODUCTS.test(text) ? 1 : 0);
}

function pitchedIn(text: string): number {
  return countIn(text, SALES_PITCHES) + (UNSPACED_SALES_PITCHES.test(text) ? 1 : 0);
}

/** Words of comments that quote a page, or that report a broken link. */
const ABOUT_DOCUMENTATION =
  /(?:^| )(?:page|docs?|documentation|documented|explained|link|links|broken|404|500|button|step|guide|tutorial|section|errors?|says?|field|format|example|examples|fails?|rejects?|returns?|validation|api|sdk|wrong|missing|empty|isnt|arent|doesnt|dont|cant|how|why|where|which|seite|fehlt|fehler|página|page|falta|manque|erreur|errore|erro|не|ошибка|нет|как|где|hata|eksik|lỗi|salah|خطأ|كيف)(?= |$)|接口|文档|怎么|報錯|报错|エラー|ドキュメント|방법|오류|문서/u;

/** @param pattern that is global */
function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
