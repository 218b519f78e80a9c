import { withIssuePages, withPushFeedbackVotes, withZendeskPages } from "./derived-columns.ts";
import { columnNamed, type Field } from "./field-names.ts";
import { cellReader, normalized, type Table } from "./table.ts";

/** A tool whose files are recognized by their columns. */
export interface Recipe {
  name: string;
  /** Names of columns that its files have, without case and punctuation. */
  needs: readonly string[];
  /** Names that the first column has, if its position tells the tool. */
  first?: readonly string[];
  /** Names of the columns of a field, the likeliest first; empty for none. Other fields are guessed. */
  fields?: Partial<Record<Field, readonly string[]>>;
  /** Names of columns with answers: those with votes are the rating, the others are the comment. */
  answers?: string;
  /** Adds columns that are inside others. */
  derive?: (table: Table) => Table;
  /** Texts are the platform's to the letter, with apostrophes that keep spreadsheets from running them. */
  isOwnExport?: true;
}

const GOOGLE_TIMESTAMPS = [
  ...["timestamp", "zeitstempel", "horodateur", "marcatemporal", "carimbodedatahora"],
  ...[
    "informazionicronologiche",
    "tijdstempel",
    "sygnaturaczasowa",
    "отметкавремени",
    "タイムスタンプ",
  ],
  ...["时间戳记", "時間戳記", "타임스탬프"],
];

/** From the most particular to the most general. */
export const RECIPES: readonly Recipe[] = [
  {
    name: "Errata",
    needs: ["id", "source", "status", "createdat", "path", "comment", "dismissedfor"],
    fields: { page: ["path"] },
    isOwnExport: true,
  },
  {
    name: "Mintlify",
    needs: ["id", "path", "comment", "createdat", "source", "status"],
    fields: { page: ["path"] },
  },
  { name: "github/docs survey", needs: ["surveyvote", "path"] },
  {
    name: "PostHog surveys",
    needs: ["currenturl", "surveyresponse*"],
    fields: { page: ["currenturl"], comment: [], rating: [], date: ["timestamp"], id: ["uuid"] },
    answers: "surveyresponse*",
  },
  {
    name: "Zendesk Guide votes",
    needs: ["itemid", "itemtype", "value"],
    fields: { page: ["articlepage"], rating: ["voteinvalue"], date: ["createdat"], comment: [] },
    derive: withZendeskPages,
  },
  {
    name: "Formbricks",
    needs: ["surveyid", "finished"],
    fields: {
      page: ["metaurl", "url"],
      date: ["createdat", "timestamp"],
      id: ["id", "responseid"],
    },
  },
  {
    name: "Formbricks",
    needs: ["finished", "metaurl"],
    fields: { page: ["metaurl"], date: ["createdat"], id: ["id"] },
  },
  {
    name: "Qualtrics",
    needs: ["startdate", "enddate", "recordeddate", "responseid"],
    fields: { date: ["recordeddate"], id: ["responseid"], email: ["recipientemail"] },
    derive: withoutPreviews,
  },
  {
    name: "Typeform",
    needs: ["landedat", "submittedat"],
    fields: { date: ["submittedat"], id: ["responseid", "token"] },
  },
  {
    name: "Typeform",
    needs: ["startdateutc", "submitdateutc"],
    // The first column is `#`. A network ID is a reader's.
    fields: { date: ["submitdateutc"], id: ["", "token", "responseid"] },
  },
  {
    name: "Hotjar",
    needs: ["datesubmitted", "sourceurl"],
    fields: { page: ["sourceurl"], date: ["datesubmitted"], id: [] },
  },
  {
    name: "Intercom article reactions",
    needs: ["reaction", "articleid"],
    fields: {
      page: ["articleurl", "articlelink", "articletitle", "articleid"],
      rating: ["reaction"],
    },
  },
  // A file with the data of its webhook, or of its widget.
  ...["screenshot", "hasscreenshot", "ratingmode"].map(
    (name): Recipe => ({
      name: "PushFeedback",
      needs: ["url", "message", "rating", name],
      fields: {
        page: ["url"],
        comment: ["message"],
        rating: ["voteinrating"],
        date: ["createdat", "creationtime"],
        id: ["dataid", "feedbackid", "id"],
      },
      derive: withPushFeedbackVotes,
    }),
  ),
  {
    name: "GitHub issues",
    needs: ["title", "body", "number"],
    fields: {
      page: ["pageinissue"],
      comment: ["feedbackinissue"],
      rating: [],
      email: [],
      id: ["url", "htmlurl", "number"],
    },
    derive: withIssuePages,
  },
  { name: "Google Forms", needs: [], first: GOOGLE_TIMESTAMPS },
];

/** Returns the tool that a file's columns belong to; null if none does. */
export function recipeFor({ columns }: Table): Recipe | null {
  const [first = ""] = columns;
  // Forms write "Timestamp", logs "timestamp" and "@timestamp".
  const isTitle = !/^[@\p{Ll}]/u.test(first);
  const isOf = ({ needs, first: names }: Recipe) =>
    needs.every((name) => columnNamed(columns, [name]) !== null) &&
    (names === undefined || (isTitle && names.includes(normalized(first))));
  return RECIPES.find(isOf) ?? null;
}

/** Rejects the answers of people who tried out their own survey in Qualtrics. */
function withoutPreviews(table: Table): Table {
  const status = cellReader(table, columnNamed(table.columns, ["status", "responsetype"]));
  const rows = table.rows.map((row) => {
    const text = status(row);
    const isPreview = /^survey (?:preview|test)$/i.test(text);
    return isPreview
      ? { ...row, problem: row.problem ?? `has the status “${text}”, so it isn't imported` }
      : row;
  });
  return { ...table, rows };
}
