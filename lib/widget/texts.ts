/** The names of the widget's texts, in the order of each language below. Sites override them by name. */
export const TEXT_NAMES = [
  "question",
  "yes",
  "no",
  "why",
  "outdated",
  "missing",
  "unclear",
  "broken",
  "comment",
  "email",
  "send",
  "sent",
  "kept",
  "rejected",
  "report",
  "close",
] as const;

export type TextName = (typeof TEXT_NAMES)[number];
export type Texts = Record<TextName, string>;

/** Reasons for "No". The team gets their English texts, whatever the reader's language. */
export const REASONS = TEXT_NAMES.slice(4, 8);

/** One text a line: repeating the names in every language would make the script larger. */
export const LANGUAGES: Record<string, string> = {
  en: `Was this page helpful?
Yes
No
What went wrong?
Inaccurate or outdated
Missing information
Hard to understand
Doesn't work
Comment
Email for a reply
Send
Thanks for your feedback!
Saved. We'll send it later.
Couldn't send this.
Report this code
Close`,
  de: `War diese Seite hilfreich?
Ja
Nein
Was war das Problem?
Falsch oder veraltet
Informationen fehlen
Schwer verständlich
Funktioniert nicht
Kommentar
E-Mail für eine Antwort
Senden
Danke für dein Feedback!
Gespeichert. Wir senden es später.
Senden fehlgeschlagen.
Diesen Code melden
Schließen`,
  es: `¿Te resultó útil esta página?
Sí
No
¿Qué salió mal?
Incorrecta o desactualizada
Falta información
Difícil de entender
No funciona
Comentario
Correo para responderte
Enviar
¡Gracias por tu comentario!
Guardado. Lo enviaremos más tarde.
No se pudo enviar.
Informar sobre este código
Cerrar`,
  fr: `Cette page vous a-t-elle été utile ?
Oui
Non
Quel était le problème ?
Inexacte ou obsolète
Informations manquantes
Difficile à comprendre
Ne fonctionne pas
Commentaire
E-mail pour une réponse
Envoyer
Merci pour votre avis !
Enregistré. Nous l'enverrons plus tard.
Échec de l'envoi.
Signaler ce code
Fermer`,
  pt: `Esta página foi útil?
Sim
Não
O que deu errado?
Incorreta ou desatualizada
Faltam informações
Difícil de entender
Não funciona
Comentário
E-mail para resposta
Enviar
Obrigado pelo seu comentário!
Salvo. Enviaremos mais tarde.
Não foi possível enviar.
Informar sobre este código
Fechar`,
  ja: `このページは役に立ちましたか？
はい
いいえ
何が問題でしたか？
誤りがある、または古い
情報が足りない
わかりにくい
動作しない
コメント
返信用メールアドレス
送信
フィードバックをありがとうございます。
保存しました。後で送信します。
送信できませんでした。
このコードを報告
閉じる`,
  zh: `此页面有帮助吗？
是
否
遇到了什么问题？
不准确或已过时
缺少信息
难以理解
无法运行
评论
用于回复的邮箱
发送
感谢您的反馈！
已保存，稍后发送。
无法发送。
报告此代码
关闭`,
};

/** Returns the texts of a language tag such as `pt-BR`, in English for languages that aren't included. */
export function textsOf(tag: string): { language: string; texts: Texts } {
  const primary = tag.slice(0, 2).toLowerCase();
  const language = LANGUAGES[primary] ? primary : "en";
  const lines = LANGUAGES[language]?.split("\n") ?? [];
  const texts = Object.fromEntries(TEXT_NAMES.map((name, index) => [name, lines[index]]));
  return { language, texts: texts as Texts };
}
