import { normalized } from "./table.ts";

function namesOf(list: string): readonly string[] {
  return list.trim().split(/,\s+/);
}

/**
 * The fields of a column, each with its label and its usual names in several languages, the likeliest
 * first.
 */
export const FIELDS = {
  comment: {
    label: "Comment",
    names: namesOf(`
      comment, message, text, feedback, feedbackcomment, surveycomment, comments, feedbacktext,
      feedbackmessage, body, content, description, suggestion, suggestions, kommentar, nachricht,
      rückmeldung, anmerkung, anmerkungen, bemerkung, bemerkungen, remarks, commentaire, commentaires, comentario, comentarios, comentário, comentários, mensaje,
      mensagem, commento, opmerking, komentarz, комментарий, コメント, ご意見, 感想, 评论, 意见, 反馈,
      評論, 意見, 의견, 댓글
    `),
    question:
      /wrong|missing|improve|better|tellus|comment|feedback|suggest|anythingelse|why|what(?:should|could|can|would)|how(?:can|could|should|might)|whathappened|verbesser|fehlt|kommentar|warum|amélior|pourquoi|mejorar|melhorar|改善|意見/,
  },
  page: {
    label: "Page",
    names: namesOf(`
      page, path, url, pageurl, pagepath, metaurl, sourceurl, currenturl, pageaddress, pagelink, link,
      location, slug, uri, address, permalink, webaddress, seite, seitenurl, pfad, adresse, página, pagina,
      lien, enlace, ruta, strona, страница, адрес, ページ, 页面, 網頁, 网址, 頁面, 페이지
    `),
    question: /which(?:page|article)|pageurl|urlofthepage|whatpage|welcheseite|quellepage/,
  },
  rating: {
    label: "Rating",
    names: namesOf(`
      rating, helpful, ishelpful, opinion, vote, score, feedbackrating, washelpful, wasthispagehelpful,
      surveyvote, reaction, emotion, sentiment, useful, stars, nps, npsscore, csat, thumbs, bewertung,
      hilfreich, note, évaluation, utile, avis, valoración, útil, calificación, puntuación, voto, avaliação,
      valutazione, beoordeling, ocena, оценка, 評価, 评分, 評分, 평가
    `),
    question:
      /helpful|useful|satisf|howlikely|yourecommend|^[qf]?\d*(?:please)?rate|yourate|yourrating|doyoulike|answeryourq|findwhat|found(?:what|the)|solveyour|meetyour|did(?:this|the|our)\p{L}{0,24}help|hilfreich|geholfen|zufrieden|bewert|utile|aidé|útil|ayud|ajud|役に立|도움/u,
  },
  date: {
    label: "Date",
    names: namesOf(`
      date, createdat, created, timestamp, time, submittedat, datetime, datesubmitted, submitdate,
      submitdateutc, submitted, submissiondate, submissiontime, completiontime, surveycreatedat, createdtime,
      createdtimestamp, originaltimestamp, recordeddate, creationdate, enddate, landedat, datum, zeitstempel,
      erstelltam, zeit, horodateur, datecréation, fecha, marcatemporal, data, carimbodedatahora,
      informazionicronologiche, tijdstempel, sygnaturaczasowa, дата, отметкавремени, 日付, 日時,
      タイムスタンプ, 日期, 时间, 時間, 날짜, 타임스탬프
    `),
    question: null,
  },
  source: {
    label: "Source",
    names: namesOf(`
      source
    `),
    question: null,
  },
  email: {
    label: "Email",
    names: namesOf(`
      email, contact, useremail, emailaddress, mail, readeremail, customeremail, surveyemail,
      personemail, emailadresse, adresseemail, courriel, correoelectrónico, correo, メール,
      メールアドレス, 邮箱, 이메일
    `),
    question: /youremail|emailaddress/,
  },
  id: {
    label: "ID",
    names: namesOf(`
      id, feedbackid, uuid, eventid, responseid, submissionid, token, surveyvisituuid
    `),
    question: null,
  },
} as const;
export type Field = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS).filter((name): name is Field => name in FIELDS);

/** Names of columns with page views. Visitors, users, and sessions aren't views. */
export const VIEW_NAMES = namesOf(`
  views, pageviews, screenpageviews, pageview, totalpageviews, nbhits, hits, total, pageloads, requests,
  count, aufrufe, seitenaufrufe, vues, pagesvues, vistas, visualizações, visualizzazioni, weergaven, просмотры,
  表示回数, 浏览量, 瀏覽量, 조회수
`);

/** Names of columns with pages in files of analytics tools. */
export const VIEW_PAGE_NAMES = namesOf(`
  pagepathandscreenclass, pagepathquerystring, pagepathandquerystring, landingpage, fullpageurl, pageurl,
  requestpath, pathname, toppages, x, label, name, seitenpfadundbildschirmklasse,
  chemindelapageetclassedécran
`);

const KNOWN = new Set<string>([
  ...FIELD_NAMES.flatMap((field) => FIELDS[field].names),
  ...VIEW_NAMES,
  ...VIEW_PAGE_NAMES,
  // Names of columns in the files of tools that the recipes recognize.
  ...["startdate", "recordeddate", "datesubmitted", "visitors", "activeusers", "starttime"],
]);

/** Whether files of feedback or of page views usually have a column of this name. */
export function isKnownColumn(name: string): boolean {
  const parts = name.split(".");
  return (
    KNOWN.has(normalized(name)) || (parts.length > 1 && KNOWN.has(normalized(parts.at(-1) ?? "")))
  );
}

/** Returns how many of comment, page, rating, date, and views the columns have. */
export function recognizedFields(columns: readonly string[]): number {
  const fields = [
    ...(["comment", "page", "rating", "date"] as const).map((field) => FIELDS[field].names),
    VIEW_NAMES,
  ];
  return fields.filter((names) => columnNamed(columns, names) !== null).length;
}

const lastPart = (column: string) => normalized(column.slice(column.lastIndexOf(".") + 1));
/** `Emotion (1-5)` is an emotion. */
const withoutRemark = (column: string) => normalized(column.replace(/\([^()]{0,40}\)$/, ""));

/**
 * Returns the column that has one of the names, which are in order of preference, also as the last part of a nested
 * one; null without one. A name that ends with `*` is the start of a column's name.
 */
export function columnNamed(columns: readonly string[], names: readonly string[]): string | null {
  for (const part of [normalized, lastPart, withoutRemark]) {
    for (const name of names) {
      const found = columns.find((column) => matches(part(column), name));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Returns all columns with one of the names, in the same order as {@link columnNamed} prefers them. */
export function columnsOfNames(columns: readonly string[], names: readonly string[]): string[] {
  const found = [normalized, lastPart, withoutRemark].flatMap((part) => {
    const parts = columns.map((column) => ({ column, name: part(column) }));
    return names.flatMap((name) => parts.filter((each) => matches(each.name, name)));
  });
  return [...new Set(found.map(({ column }) => column))];
}

/** Returns all columns with a name, which may end with `*`. */
export function columnsNamed(columns: readonly string[], name: string): string[] {
  return columns.filter(
    (column) => matches(normalized(column), name) || matches(lastPart(column), name),
  );
}

function matches(part: string, name: string): boolean {
  return name.endsWith("*") ? part.startsWith(name.slice(0, -1)) : part === name;
}

/** Returns the columns whose names are a question that readers answer with the field. */
export function questionColumns(columns: readonly string[], field: Field): string[] {
  const { question } = FIELDS[field];
  // Formbricks repeats the choices of a question as IDs.
  const isAsked = (name: string) => question?.test(name) && !name.endsWith("optionid");
  return columns.filter((column) => isAsked(normalized(column)));
}
