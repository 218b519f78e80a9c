/** Words that are separated by spaces, as a type. */
type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | WordsOf<Rest>
  : Text;

/** A list of strings would make the script larger. */
const NAMES =
  "question yes no why outdated missing unclear broken comment email send sent kept rejected report close";

export type TextName = WordsOf<typeof NAMES>;

/** The names of the widget's texts, in the order of each language below. Sites override them by name. */
export const TEXT_NAMES = NAMES.split(" ") as TextName[];

export type Texts = Record<TextName, string>;

/** Reasons for "No". The team gets their English texts, whatever the reader's language. */
export const REASONS = TEXT_NAMES.slice(4, 8);

/** One text a line: repeating the names in every language would make the script larger. */
export const LANGUAGES: Record<string, string> = {
  en: `Was this page helpful?
Yes
No
Thanks! What could be better?
Inaccurate or outdated
Missing information
Hard to understand
Doesn't work
Comment
Get a reply by email
Send
Sent. Thank you!
Saved. We'll send it later.
Couldn't send this.
Report this code
Close`,
  de: `War diese Seite hilfreich?
Ja
Nein
Danke! Was könnte besser sein?
Falsch oder veraltet
Informationen fehlen
Schwer verständlich
Funktioniert nicht
Kommentar
Antwort per E-Mail erhalten
Senden
Gesendet. Danke!
Gespeichert. Wird später gesendet.
Senden fehlgeschlagen.
Fehler melden
Schließen`,
  es: `¿Te resultó útil esta página?
Sí
No
¡Gracias! ¿Qué podría mejorar?
Incorrecta o desactualizada
Falta información
Difícil de entender
No funciona
Comentario
Recibir respuesta por correo
Enviar
Enviado. ¡Gracias!
Guardado. Lo enviaremos más tarde.
No se pudo enviar.
Informar de un error
Cerrar`,
  fr: `Cette page est-elle utile ?
Oui
Non
Merci ! Que peut-on améliorer ?
Inexacte ou obsolète
Informations manquantes
Difficile à comprendre
Ne fonctionne pas
Commentaire
Recevoir une réponse par e-mail
Envoyer
Envoyé. Merci !
Enregistré. Envoi plus tard.
Échec de l'envoi.
Signaler une erreur
Fermer`,
  pt: `Esta página foi útil?
Sim
Não
Agradecemos! O que pode melhorar?
Incorreta ou desatualizada
Faltam informações
Difícil de entender
Não funciona
Comentário
Receber resposta por e-mail
Enviar
Enviado. Agradecemos!
Salvo. Enviaremos mais tarde.
Não foi possível enviar.
Relatar erro
Fechar`,
  ja: `このページは役に立ちましたか？
はい
いいえ
ありがとうございます。改善できる点は何ですか？
間違っているか古い
情報が足りない
わかりにくい
動作しない
コメント
メールで返信を受け取る
送信
送信しました。ありがとうございます。
保存しました。後で送信します。
送信できませんでした。
問題を報告
閉じる`,
  zh: `此页面是否有帮助？
是
否
谢谢！哪里可以改进？
不准确或已过时
缺少信息
难以理解
无法使用
意见
通过邮件接收回复
提交
已提交，谢谢！
已保存，稍后提交。
提交失败。
报告问题
关闭`,
};

/**
 * Returns the texts of a language tag such as `pt-BR`, in English for languages that aren't included. Readers of
 * Traditional Chinese (`zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`) get no Simplified.
 */
export function textsOf(tag: string): { language: string; texts: Texts } {
  const primary = tag
    .replace(/^zh-.*(t|hk|mo)/i, "en")
    .slice(0, 2)
    .toLowerCase();
  const language = LANGUAGES[primary] ? primary : "en";
  const lines = LANGUAGES[language]?.split("\n") ?? [];
  const texts = Object.fromEntries(TEXT_NAMES.map((name, index) => [name, lines[index]]));
  return { language, texts: texts as Texts };
}
