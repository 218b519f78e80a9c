// Limits of the dashboard's API, for forms and validation alike. Imports nothing, so that browser
// code can use the values. Lengths are in characters.

/** Rows of a file that one request imports: as many as one transaction of an import. */
export const MAX_IMPORT_ITEMS = 300;
/** Sentences about how a file was read that an import keeps. */
export const MAX_IMPORT_DECISIONS = 20;

export const PASSWORD_LENGTH = { minimum: 12, maximum: 128 } as const;
export const PERSON_NAME_LENGTH = 100;
export const EMAIL_LENGTH = 254;
export const KEY_NAME_LENGTH = 100;
export const PASSKEY_NAME_LENGTH = 60;

/** Project instructions, which go into every prompt. */
export const INSTRUCTIONS_LENGTH = 10_000;
export const MAX_TEMPLATES = 50;
export const TEMPLATE_LENGTH = { name: 80, goal: 2_000, text: 20_000, reason: 100 } as const;
/** Readers' reasons that a template is chosen for. */
export const MAX_TEMPLATE_REASONS = 50;

/** Reasons of a project to dismiss items, and the characters of one. */
export const MAX_DISMISSAL_REASONS = 20;
export const DISMISSAL_REASON_LENGTH = 40;
/** Labels of a project, the characters of one, and its colors. */
export const MAX_LABELS = 20;
export const LABEL_NAME_LENGTH = 30;
export const LABEL_COLORS = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
] as const;
/** How many removed reasons, and how many removed labels, keep their names. */
export const MAX_REMOVED = 200;

/** Unfinished drafts of a person in a project, of which the oldest is deleted first, and the characters of one. */
export const DRAFT = { kept: 20, content: 1_500_000, itemId: 1_000, follows: 20 } as const;

/** A note of the team on an item. */
export const NOTE_LENGTH = 5_000;

/** Characters of a comment on a diff, of the lines that it quotes, and of lines that are edited; lines of each; comments that are pending at once. */
export const REVIEW = {
  comment: 5_000,
  quote: 20_000,
  edit: 9_000,
  lines: 100,
  pending: 200,
} as const;

/** Comments and verdicts of a pull request on its code host that are kept, the newest ones; characters of a quote, a name, and a link. */
export const HOST_REVIEW = {
  comments: 200,
  verdicts: 50,
  quote: 2_000,
  name: 100,
  link: 1_000,
} as const;

/** Bytes of a file above which no lines of it are shown in a diff. */
export const LARGE_FILE = 256 * 1024;

export const SITE_ADDRESS_LENGTH = 300;

/** What agents never change without asking: what runs by itself, and what decides which code is used. */
export const ALWAYS_PROTECTED = [
  ".github/**",
  ".gitlab/**",
  ".circleci/**",
  ".gitlab-ci.yml",
  "azure-pipelines.yml",
  "Jenkinsfile",
  ".husky/**",
  ".githooks/**",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".gitattributes",
  ".gitmodules",
  "*.lock",
  "*.lockb",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "go.sum",
] as const;

/** Patterns of what agents may change, the characters of one, and how large a change may be unless a project says otherwise. */
export const LEASH = {
  patterns: 50,
  pattern: 300,
  files: 100,
  lines: 5_000,
  bytes: 5_000_000,
  /** Reviewers and labels, characters of one, and of the texts of a pull request. */
  names: 20,
  name: 100,
  title: 200,
  body: 5_000,
  /** Days after which a draft can be closed. */
  days: 365,
} as const;

/** How many folders, address rules, and languages of documentation a project can name, and characters of a path. */
export const DOCS_RULES = { folders: 20, rules: 50, languages: 60, path: 500 } as const;

/** Items that one change of status takes, and that "select all matching" selects. */
export const MAX_SELECTED_ITEMS = 10_000;

/** Pages that are ranked and listed: those with the most feedback. A query parameter may name any number of pages. */
export const MAX_LISTED_PAGES = 10_000;

/** Pages whose views are kept, the characters of an address, and the views of a page. */
export const PAGE_VIEWS = { pages: 10_000, address: 2_000, views: 1_000_000_000_000 } as const;

/** Saved views: of each person, and as many of the team. */
export const MAX_VIEWS = 50;
export const VIEW_NAME_LENGTH = 60;
export const VIEW_QUERY_LENGTH = 4_000;
