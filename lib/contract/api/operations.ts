// Every operation of the dashboard's API: method, path, query, body, status, and response. Handlers
// answer through this table and `lib/queries` sends its requests through it, so a renamed key
// compiles on neither side. Browser code imports types only; `routes.ts` has the values it needs.

import { z } from "zod";
import * as accountRoutes from "./account-routes.ts";
import {
  collectKey,
  collectKeyChange,
  newCollectKey,
  spamPostDeletion,
  spamPostList,
} from "./collect.ts";
import { decisionResults, decisions } from "./decisions.ts";
import { docsCheck } from "./docs-rules.ts";
import * as draftRoutes from "./draft-routes.ts";
import { draftDeletion, draftList, draftRequest, storedDraft } from "./drafts.ts";
import { embeddingStatus } from "./embeddings.ts";
import { EXPORT_FORMATS } from "./export-formats.ts";
import {
  evidence,
  feedbackChange,
  feedbackDetail,
  feedbackRows,
  feedbackUndone,
  matchingFeedback,
  otherPulls,
  pagePull,
} from "./feedback.ts";
import { activity, facets, pageList } from "./feedback-counts.ts";
import { feedbackSelection, filterQuery, listQuery, pageQuery } from "./feedback-query.ts";
import { similarItems } from "./groups.ts";
import { health, liveness, readiness } from "./health.ts";
import { projectHistory } from "./history.ts";
import { home, visit } from "./home.ts";
import * as homeRoutes from "./home-routes.ts";
import { hostCommentList, takeRequest } from "./host-reviews.ts";
import {
  importBatch,
  importCheck,
  importCheckRequest,
  importList,
  importRecord,
  importResult,
} from "./import.ts";
import { insights } from "./insights.ts";
import { itemPage } from "./item-page.ts";
import * as itemRoutes from "./item-routes.ts";
import { jobReview, mergeRequest, reviewedFile, verdictRequest } from "./job-review.ts";
import * as jobRoutes from "./job-routes.ts";
import {
  job,
  jobCounts,
  jobDetail,
  jobList,
  jobMessage,
  jobOutcomeRequest,
  jobReport,
  jobTriage,
  openJob,
  triageRequest,
} from "./jobs.ts";
import { apiKey, newApiKey } from "./keys.ts";
import { heldDiff, heldRequest } from "./leash.ts";
import { PASSKEY_NAME_LENGTH } from "./limits.ts";
import { MAX_SEARCH_LENGTH } from "./list-limits.ts";
import { newNote, noteList, noteText } from "./notes.ts";
import { notificationList, readNotifications } from "./notifications.ts";
import { PAGE_SORTS } from "./page-sorts.ts";
import { pageViews } from "./page-views.ts";
import {
  createdPasskey,
  creationOptions,
  passkey,
  requestOptions,
  usedPasskey,
} from "./passkeys.ts";
import {
  auditRecord,
  createdInvitation,
  newSecondFactor,
  people,
  person,
  sessionInfo,
  teammate,
} from "./people.ts";
import { type Permission, ROLES } from "./permissions.ts";
import { projectSummary } from "./projects.ts";
import { PULL_STATES } from "./pull-states.ts";
import { openedReaderMessage, readerMessageRequest, readersToNotify } from "./reader-messages.ts";
import { renderedPage, renderedPageQuery } from "./rendered-page.ts";
import {
  editRequest,
  reviewCommentList,
  reviewCommentRequest,
  seenHunk,
} from "./review-comments.ts";
import * as routes from "./routes.ts";
import { settingsUpdate, unsavedDocsRules, versionedSettings } from "./settings.ts";
import * as settingsRoutes from "./settings-routes.ts";
import { agentTest, connectionTest, setup, setupChange } from "./setup.ts";
import { skippedItemList } from "./skipped-items.ts";
import * as startRoutes from "./start-routes.ts";
import { syncStatus } from "./sync.ts";
import * as viewRoutes from "./view-routes.ts";
import { newView, viewArrangement, viewChange, viewList } from "./views.ts";

/** A page of a diff, starting at 1. */
const diffPage = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .optional(),
});

interface Schemas {
  /**
   * The least permission with which anyone may use it, checked before what is sent: whoever lacks it learns nothing else.
   * Without it, everyone who is signed in may. lib/services/access.ts decides what depends on the request.
   */
  needs?: Permission;
  /** Parameters after `?`. Without it, they are ignored. */
  query?: z.ZodObject;
  /** The JSON body. */
  body?: z.ZodType;
  /** The JSON response; null for a file. */
  response: z.ZodType | null;
  /** Status of a success; 200 without it. */
  status?: 201 | 202;
  /** The handler builds the HTTP response, to set a cookie or to stream a file. */
  raw?: true;
}

const role = z.enum(ROLES);
const ids = z.array(z.string());
const sessions = z.strictObject({ sessions: z.array(sessionInfo) });
/** Where the browser goes next; null to stay. */
/** `needsCode`: the password was right, and a code of the second factor completes the sign-in. */
const signedIn = z.strictObject({ url: z.string().nullable(), needsCode: z.boolean() });
const code = z.strictObject({ code: z.string() });
const password = z.strictObject({ password: z.string() });
const passkeys = z.strictObject({ passkeys: z.array(passkey) });
/** Where a list continues that is ordered by the IDs of its rows. */
const rowId = z
  .string()
  .regex(/^\d{1,15}$/, "must be the ID of a row")
  .transform(Number);
const pullState = z.strictObject({ state: z.enum(["open", "merged", "closed"]) });

const collectKeyList = z.strictObject({ keys: z.array(collectKey) });

export const operations = {
  getHealth: { ...routes.getHealth, response: health },
  getLiveness: { ...itemRoutes.getLiveness, response: liveness },
  getReadiness: { ...itemRoutes.getReadiness, response: readiness },

  signIn: {
    ...accountRoutes.signIn,
    body: z.object({ email: z.string(), password: z.string() }),
    response: signedIn,
    raw: true,
  },
  signInWithProvider: {
    ...accountRoutes.signInWithProvider,
    body: z.object({
      provider: z.string(),
      callbackURL: z.string(),
      errorCallbackURL: z.string(),
      disableRedirect: z.boolean(),
      additionalData: z.object({ invitation: z.string() }).optional(),
    }),
    response: signedIn,
    raw: true,
  },
  signOut: { ...accountRoutes.signOut, body: z.object({}), response: signedIn, raw: true },
  acceptInvitation: {
    ...accountRoutes.acceptInvitation,
    body: z.strictObject({
      token: z.string(),
      name: z.string(),
      password: z.string(),
      email: z.string().optional(),
    }),
    response: signedIn,
    raw: true,
  },

  getCurrentPerson: { ...accountRoutes.getCurrentPerson, response: z.strictObject({ person }) },
  changePassword: {
    ...accountRoutes.changePassword,
    body: z.strictObject({ current: z.string(), next: z.string() }),
    response: signedIn,
    raw: true,
  },
  listSessions: { ...accountRoutes.listSessions, response: sessions },
  endSession: { ...accountRoutes.endSession, response: sessions },

  enterCode: { ...accountRoutes.enterCode, body: code, response: signedIn, raw: true },
  enterRecoveryCode: {
    ...accountRoutes.enterRecoveryCode,
    body: code,
    response: signedIn,
    raw: true,
  },
  startSecondFactor: {
    ...accountRoutes.startSecondFactor,
    body: password,
    response: z.strictObject({ secondFactor: newSecondFactor }),
  },
  turnOffSecondFactor: {
    ...accountRoutes.turnOffSecondFactor,
    body: password,
    response: signedIn,
    raw: true,
  },
  createRecoveryCodes: {
    ...accountRoutes.createRecoveryCodes,
    body: password,
    response: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  },

  startPasskeySignIn: {
    ...accountRoutes.startPasskeySignIn,
    body: z.strictObject({}),
    response: z.strictObject({ options: requestOptions }),
    raw: true,
  },
  signInWithPasskey: {
    ...accountRoutes.signInWithPasskey,
    body: z.strictObject({ response: usedPasskey }),
    response: signedIn,
    raw: true,
  },
  listPasskeys: { ...accountRoutes.listPasskeys, response: passkeys },
  startPasskey: {
    ...accountRoutes.startPasskey,
    body: password,
    response: z.strictObject({ options: creationOptions }),
    raw: true,
  },
  addPasskey: {
    ...accountRoutes.addPasskey,
    body: z.strictObject({
      name: z.string().trim().min(1).max(PASSKEY_NAME_LENGTH),
      response: createdPasskey,
    }),
    response: passkeys,
  },
  removePasskey: { ...accountRoutes.removePasskey, response: passkeys },

  listPeople: { ...accountRoutes.listPeople, needs: "people", response: people },
  updatePerson: {
    ...accountRoutes.updatePerson,
    needs: "people",
    body: z.union([z.strictObject({ role }), z.strictObject({ disabled: z.boolean() })]),
    response: people,
  },
  deletePerson: { ...accountRoutes.deletePerson, needs: "people", response: people },
  createPasswordLink: {
    ...accountRoutes.createPasswordLink,
    needs: "people",
    response: createdInvitation,
    status: 201,
  },
  createInvitation: {
    ...accountRoutes.createInvitation,
    needs: "people",
    body: z.strictObject({ email: z.string(), role }),
    response: createdInvitation,
    status: 201,
  },
  resetSecondFactor: { ...accountRoutes.resetSecondFactor, needs: "people", response: people },
  revokeInvitation: { ...accountRoutes.revokeInvitation, needs: "people", response: people },
  listAuditLog: {
    ...accountRoutes.listAuditLog,
    needs: "people",
    query: z.strictObject({
      before: rowId.optional(),
    }),
    response: z.strictObject({ log: z.array(auditRecord), hasMore: z.boolean() }),
  },

  listProjects: {
    ...itemRoutes.listProjects,
    response: z.strictObject({ projects: z.array(projectSummary) }),
  },

  listTeammates: {
    ...routes.listTeammates,
    response: z.strictObject({ teammates: z.array(teammate) }),
  },
  listFeedback: {
    ...routes.listFeedback,
    query: filterQuery.extend(listQuery),
    response: feedbackRows,
  },
  updateFeedback: {
    ...itemRoutes.updateFeedback,
    needs: "triage",
    body: z.union(
      feedbackSelection.options.map((selection) =>
        selection.extend({ set: z.strictObject({ status: z.string() }) }),
      ),
    ),
    response: feedbackChange,
  },
  getFeedback: { ...routes.getFeedback, response: feedbackDetail },
  listSimilar: { ...itemRoutes.listSimilar, response: similarItems },
  getItemPage: { ...itemRoutes.getItemPage, response: itemPage },
  // Each answer is in the audit log.
  getContact: {
    ...itemRoutes.getContact,
    needs: "contacts",
    response: z.strictObject({ contact: z.string().nullable() }),
  },
  // What forgetting the item's reader would affect: the items of all projects with the same contact.
  getReader: {
    ...itemRoutes.getReader,
    needs: "delete",
    response: z.strictObject({ items: z.number() }),
  },
  forgetReader: {
    ...itemRoutes.forgetReader,
    needs: "delete",
    response: z.strictObject({ changed: z.number() }),
  },
  addNote: { ...itemRoutes.addNote, needs: "triage", body: newNote, response: noteList },
  editNote: {
    ...itemRoutes.editNote,
    needs: "triage",
    body: z.strictObject({ text: noteText }),
    response: noteList,
  },
  deleteNote: { ...itemRoutes.deleteNote, needs: "triage", response: noteList },
  applyDecisions: {
    ...routes.applyDecisions,
    needs: "triage",
    body: decisions,
    response: decisionResults,
  },
  deleteFeedback: {
    ...itemRoutes.deleteFeedback,
    needs: "delete",
    body: z.strictObject({ ids }),
    response: z.strictObject({ deleted: z.number() }),
  },
  // The feedback that a new installation starts with.
  removeSample: {
    ...startRoutes.removeSample,
    needs: "delete",
    /** The number of items that the person agreed to delete. */
    body: z.strictObject({ items: z.number().int() }),
    response: z.strictObject({ deleted: z.number() }),
  },
  getSetup: { ...startRoutes.getSetup, response: setup },
  changeSetup: {
    ...startRoutes.changeSetup,
    needs: "settings",
    body: setupChange,
    response: setup,
  },
  // Runs the agent's command on a trivial prompt, without using what it changes.
  testAgent: { ...startRoutes.testAgent, needs: "settings", response: agentTest },
  // Sends one request to a hosted platform, which counts toward its hourly limit.
  testConnection: { ...startRoutes.testConnection, needs: "sync", response: connectionTest },
  // Part of a file from another tool.
  importFeedback: {
    ...startRoutes.importFeedback,
    needs: "import",
    body: importBatch,
    response: importResult,
  },
  // A read: says what `importFeedback` would do with the same items.
  checkImport: {
    ...startRoutes.checkImport,
    needs: "import",
    body: importCheckRequest,
    response: importCheck,
  },
  listImports: {
    ...startRoutes.listImports,
    needs: "import",
    query: z.strictObject({ before: rowId.optional() }),
    response: importList,
  },
  // Undoes part of a large import. Repeat it until the state is `undone`.
  undoImport: { ...startRoutes.undoImport, needs: "import", response: importRecord },
  // A read. Hundreds of IDs don't fit in a URL, so it is a POST.
  getEvidence: {
    ...itemRoutes.getEvidence,
    needs: "jobs",
    body: z.strictObject({ ids }),
    // `pulls` are those of the items' pages, newest first; `others` are open ones that change their files, whoever made them.
    response: z.strictObject({
      evidence: z.array(evidence),
      pulls: z.array(pagePull),
      others: otherPulls,
    }),
  },
  exportFeedback: {
    ...itemRoutes.exportFeedback,
    query: filterQuery.extend({
      format: z
        .enum(EXPORT_FORMATS, { error: `must be ${EXPORT_FORMATS.join(", ")}` })
        .default("csv"),
      contacts: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
    }),
    response: null,
    raw: true,
  },
  // A browser shows no words for a download that is rejected, so that it asks first.
  checkExport: {
    ...itemRoutes.checkExport,
    response: z.strictObject({ allowed: z.literal(true) }),
  },
  getFacets: { ...routes.getFacets, query: filterQuery, response: facets },
  listFeedbackIds: { ...routes.listFeedbackIds, query: filterQuery, response: matchingFeedback },
  undoFeedbackChange: {
    ...itemRoutes.undoFeedbackChange,
    needs: "triage",
    body: z.strictObject({ token: z.string() }),
    response: feedbackUndone,
  },
  listPages: {
    ...routes.listPages,
    query: filterQuery.extend({
      ...pageQuery,
      /** The order of documentation pages. Version 1.0.0 calls `impact` harm. */
      sort: z
        .union([z.enum(PAGE_SORTS), z.literal("harm").transform(() => "impact" as const)], {
          error: `must be ${PAGE_SORTS.join(", ")}`,
        })
        .default("rank"),
      /** A search in the pages' names, as in `q`. */
      find: z
        .string()
        .max(MAX_SEARCH_LENGTH, `must have at most ${MAX_SEARCH_LENGTH} characters`)
        .optional(),
      /** `none` lists pages that lead to no file of the documentation repository. */
      file: z.enum(["none"], { error: "must be none" }).optional(),
      /** Whether to include each page's trend. */
      trend: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
    }),
    response: pageList,
  },
  /** Replaces all page views of the project. */
  setPageViews: {
    ...settingsRoutes.setPageViews,
    needs: "import",
    body: pageViews,
    response: z.strictObject({ pages: z.number() }),
  },
  getInsights: {
    ...homeRoutes.getInsights,
    query: filterQuery.pick({ date: true, dateFrom: true, dateTo: true }),
    response: insights,
  },
  getHistory: {
    ...homeRoutes.getHistory,
    query: z.strictObject({
      before: rowId.optional(),
      /** Name of the teammate who made the changes. */
      person: z.string().optional(),
    }),
    response: projectHistory,
  },
  getHome: { ...homeRoutes.getHome, response: home },
  recordVisit: { ...homeRoutes.recordVisit, body: visit, response: z.strictObject({ home }) },
  listNotifications: {
    ...homeRoutes.listNotifications,
    query: z.strictObject({ before: rowId.optional() }),
    response: notificationList,
  },
  markNotificationsRead: {
    ...homeRoutes.markNotificationsRead,
    body: readNotifications,
    response: z.strictObject({ unread: z.number() }),
  },
  listViews: { ...routes.listViews, response: viewList },
  createView: { ...viewRoutes.createView, body: newView, response: viewList, status: 201 },
  arrangeViews: { ...viewRoutes.arrangeViews, body: viewArrangement, response: viewList },
  updateView: { ...viewRoutes.updateView, body: viewChange, response: viewList },
  deleteView: { ...viewRoutes.deleteView, response: viewList },
  // Each person's own.
  listDrafts: { ...draftRoutes.listDrafts, needs: "jobs", response: draftList },
  getDraft: {
    ...draftRoutes.getDraft,
    needs: "jobs",
    response: z.strictObject({ draft: storedDraft.nullable() }),
  },
  // 409 if it was changed or deleted elsewhere. Sending the same revision again has no effect.
  saveDraft: {
    ...draftRoutes.saveDraft,
    needs: "jobs",
    body: draftRequest,
    response: z.strictObject({}),
  },
  // 409 if it was changed elsewhere. Deleting one that doesn't exist has no effect.
  deleteDraft: {
    ...draftRoutes.deleteDraft,
    needs: "jobs",
    query: draftDeletion,
    response: z.strictObject({}),
  },
  getActivity: { ...itemRoutes.getActivity, query: filterQuery, response: activity },

  listJobs: {
    ...jobRoutes.listJobs,
    query: z.strictObject({
      ...pageQuery,
      /** States, separated by commas. */
      status: z.string().optional(),
      /** A documentation page. */
      page: z.string().optional(),
      /** ID of the person who created them. */
      person: z.string().optional(),
      /** The jobs that were created at once. */
      batch: z.string().optional(),
      /** `me`: only jobs that need attention. */
      needs: z.literal("me", { error: "can only be me" }).optional(),
      /** State of the pull request. */
      pull: z.enum(PULL_STATES).optional(),
    }),
    response: jobList,
  },
  // The same intent key again returns the same job, with status 200.
  createJob: {
    ...jobRoutes.createJob,
    needs: "jobs",
    body: z.strictObject({
      intentKey: z.string(),
      prompt: z.string(),
      feedbackIds: ids,
      batchId: z.string().optional(),
    }),
    response: z.strictObject({ job }),
    status: 201,
  },
  getJob: { ...jobRoutes.getJob, response: z.strictObject({ job: jobDetail }) },
  archiveJob: { ...jobRoutes.archiveJob, needs: "jobs", response: z.strictObject({ job }) },
  // Polls the job now, unless that was done in the last seconds.
  checkJob: { ...jobRoutes.checkJob, response: z.strictObject({ job }) },
  sendMessage: {
    ...jobRoutes.sendMessage,
    needs: "jobs",
    body: z.strictObject({
      intentKey: z.string(),
      prompt: z.string(),
      /** IDs of the pending comments that the prompt was drafted from. */
      comments: z.array(z.string()).max(500).optional(),
    }),
    response: z.strictObject({ job, message: jobMessage }),
  },
  cancelMessage: {
    ...jobRoutes.cancelMessage,
    needs: "jobs",
    response: z.strictObject({ message: jobMessage }),
  },
  getJobReport: { ...jobRoutes.getJobReport, response: z.strictObject({ report: jobReport }) },
  followJob: { ...jobRoutes.followJob, response: null, raw: true },
  // On the built-in platform only: the interface has no such operation.
  stopJob: {
    ...jobRoutes.stopJob,
    needs: "jobs",
    body: z.strictObject({ keep: z.boolean() }),
    response: z.strictObject({ job }),
  },
  // What a change that waits for a person changes. On the built-in platform only, as are the next two.
  getHeldChange: {
    ...jobRoutes.getHeldChange,
    query: diffPage,
    response: z.strictObject({ diff: heldDiff }),
  },
  decideHeldChange: {
    ...jobRoutes.decideHeldChange,
    needs: "jobs",
    body: heldRequest,
    response: z.strictObject({ job }),
  },
  // Says in a paragraph what agents may change; null on a hosted platform.
  getLeash: {
    ...jobRoutes.getLeash,
    response: z.strictObject({
      text: z.string().nullable(),
      folders: z.array(z.string()),
      isReportOnly: z.boolean(),
    }),
  },
  setJobOutcome: {
    ...jobRoutes.setJobOutcome,
    needs: "jobs",
    body: jobOutcomeRequest,
    // `retry` is the job that was sent instead.
    response: z.strictObject({ job, retry: job.nullable() }),
  },
  applySuggestedTriage: {
    ...jobRoutes.applySuggestedTriage,
    needs: "jobs",
    body: triageRequest,
    response: jobTriage,
  },
  getJobReview: {
    ...jobRoutes.getJobReview,
    query: diffPage,
    response: z.strictObject({ review: jobReview }),
  },
  // A changed page before and after, as it renders.
  renderJobPage: {
    ...jobRoutes.renderJobPage,
    query: renderedPageQuery,
    response: z.strictObject({ rendered: renderedPage }),
  },
  setVerdict: {
    ...jobRoutes.setVerdict,
    needs: "jobs",
    body: verdictRequest,
    response: z.strictObject({}),
  },
  // Each person's own.
  setReviewedFile: {
    ...jobRoutes.setReviewedFile,
    body: reviewedFile,
    response: z.strictObject({}),
  },
  // Each person's own, and what anyone discarded or edited.
  listReviewComments: {
    ...jobRoutes.listReviewComments,
    needs: "jobs",
    response: reviewCommentList,
  },
  saveReviewComment: {
    ...jobRoutes.saveReviewComment,
    needs: "jobs",
    body: reviewCommentRequest,
    response: reviewCommentList,
  },
  deleteReviewComment: {
    ...jobRoutes.deleteReviewComment,
    needs: "jobs",
    response: reviewCommentList,
  },
  // What people say on the code host. Taking it adds it to the person's own comments, which are returned.
  listHostComments: { ...jobRoutes.listHostComments, response: hostCommentList },
  takeHostComments: {
    ...jobRoutes.takeHostComments,
    needs: "jobs",
    body: takeRequest,
    response: reviewCommentList,
  },
  // Restores a hunk's lines to the base's with a commit on the branch.
  discardHunk: {
    ...jobRoutes.discardHunk,
    needs: "jobs",
    body: seenHunk,
    response: z.strictObject({}),
  },
  // Gives lines of a hunk a new text with a commit on the branch.
  editLines: {
    ...jobRoutes.editLines,
    needs: "jobs",
    body: editRequest,
    response: z.strictObject({}),
  },
  // Merges on the built-in code host, and triages the linked feedback.
  mergeJob: { ...jobRoutes.mergeJob, needs: "jobs", body: mergeRequest, response: jobTriage },
  listReadersToNotify: {
    ...jobRoutes.listReadersToNotify,
    needs: "contacts",
    response: readersToNotify,
  },
  // Returns a reader's address, and records that the message was opened. Sends nothing.
  openReaderMessage: {
    ...jobRoutes.openReaderMessage,
    needs: "contacts",
    body: readerMessageRequest,
    response: openedReaderMessage,
  },
  findOpenJobs: {
    ...jobRoutes.findOpenJobs,
    needs: "jobs",
    body: z.strictObject({ feedbackIds: ids }),
    response: z.strictObject({ open: z.array(openJob) }),
  },
  getJobCounts: { ...routes.getJobCounts, response: jobCounts },

  renderPullPage: {
    ...jobRoutes.renderPullPage,
    query: renderedPageQuery,
    response: z.strictObject({ rendered: renderedPage }),
  },
  mergePull: { ...jobRoutes.mergePull, needs: "jobs", response: pullState },
  closePull: { ...jobRoutes.closePull, needs: "jobs", response: pullState },
  updatePull: { ...jobRoutes.updatePull, needs: "jobs", response: pullState },

  listKeys: {
    ...settingsRoutes.listKeys,
    needs: "keys",
    response: z.strictObject({ keys: z.array(apiKey) }),
  },
  createKey: {
    ...settingsRoutes.createKey,
    needs: "keys",
    body: newApiKey,
    // The only response that contains the secret.
    response: z.strictObject({ key: apiKey, secret: z.string() }),
    status: 201,
  },
  revokeKey: {
    ...settingsRoutes.revokeKey,
    needs: "keys",
    response: z.strictObject({ keys: z.array(apiKey) }),
  },

  listCollectKeys: { ...settingsRoutes.listCollectKeys, needs: "keys", response: collectKeyList },
  createCollectKey: {
    ...settingsRoutes.createCollectKey,
    needs: "keys",
    body: newCollectKey,
    response: collectKeyList,
    status: 201,
  },
  updateCollectKey: {
    ...settingsRoutes.updateCollectKey,
    needs: "keys",
    body: collectKeyChange,
    response: collectKeyList,
  },
  disableCollectKey: {
    ...settingsRoutes.disableCollectKey,
    needs: "keys",
    response: collectKeyList,
  },
  listSpamPosts: {
    ...settingsRoutes.listSpamPosts,
    needs: "triage",
    query: z.strictObject({ cursor: z.string().optional() }),
    response: spamPostList,
  },
  restoreSpamPost: {
    ...settingsRoutes.restoreSpamPost,
    needs: "triage",
    response: z.strictObject({ total: z.number() }),
  },
  deleteSpamPosts: {
    ...settingsRoutes.deleteSpamPosts,
    needs: "delete",
    body: spamPostDeletion,
    response: z.strictObject({ deleted: z.number(), total: z.number() }),
  },

  getSettings: { ...settingsRoutes.getSettings, response: versionedSettings },
  updateSettings: {
    ...settingsRoutes.updateSettings,
    needs: "settings",
    body: settingsUpdate,
    response: versionedSettings,
  },
  // Whether the addresses in the project's feedback lead to files of the newest commit.
  getDocsCheck: { ...settingsRoutes.getDocsCheck, response: docsCheck },
  // The same by rules that aren't saved. Changes nothing.
  checkDocsRules: {
    ...settingsRoutes.checkDocsRules,
    needs: "settings",
    body: unsavedDocsRules,
    response: docsCheck,
  },

  // Server-sent events: the project's revision, whenever it changes.
  followChanges: { ...routes.followChanges, response: null, raw: true },
  getSyncStatus: { ...routes.getSyncStatus, response: syncStatus },
  requestSync: { ...routes.requestSync, needs: "sync", response: syncStatus, status: 202 },
  getEmbeddings: {
    ...settingsRoutes.getEmbeddings,
    /** Null without an embeddings service. */
    response: z.strictObject({ embeddings: embeddingStatus.nullable() }),
  },
  listSkippedItems: {
    ...settingsRoutes.listSkippedItems,
    needs: "contacts",
    query: z.strictObject({ cursor: z.string().optional() }),
    response: skippedItemList,
  },
  dismissSkippedItem: {
    ...settingsRoutes.dismissSkippedItem,
    needs: "triage",
    response: z.strictObject({ total: z.number() }),
  },
} as const satisfies { [Name in keyof Routes]: Routes[Name] & Schemas };

type Routes = typeof routes &
  typeof accountRoutes &
  typeof draftRoutes &
  typeof homeRoutes &
  typeof itemRoutes &
  typeof jobRoutes &
  typeof settingsRoutes &
  typeof startRoutes &
  typeof viewRoutes;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type Operation = routes.Route & Schemas;

/** The operation that has this method and path. */
export type OperationAt<Route extends routes.Route> = Extract<Operations[OperationName], Route>;

type ParameterName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** The path's parameters. */
export type PathParams<One extends { path: string }> = Record<ParameterName<One["path"]>, string>;

/** The query as it is sent. */
export type QueryInput<One> = One extends { query: infer Query extends z.ZodType }
  ? z.input<Query>
  : undefined;

/** The query as the handler receives it. */
export type ParsedQuery<One> = One extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : undefined;

/** The body as it is sent. */
export type BodyInput<One> = One extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

/** The body as the handler receives it. */
export type ParsedBody<One> = One extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

/** The JSON response; never for a file. */
export type ResponseBody<One> = One extends { response: infer Body extends z.ZodType }
  ? z.output<Body>
  : never;
