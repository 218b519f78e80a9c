// Routes of agent jobs and their pull requests, apart from the others, so that the inbox loads less.

const project = "/api/projects/{projectId}";

export const listJobs = { method: "GET", path: `${project}/jobs` } as const;
export const createJob = { method: "POST", path: `${project}/jobs` } as const;
export const getJob = { method: "GET", path: `${project}/jobs/{jobId}` } as const;
export const archiveJob = { method: "POST", path: `${project}/jobs/{jobId}/archive` } as const;
export const checkJob = { method: "POST", path: `${project}/jobs/{jobId}/check` } as const;
export const sendMessage = { method: "POST", path: `${project}/jobs/{jobId}/messages` } as const;
export const cancelMessage = {
  method: "POST",
  path: `${project}/jobs/{jobId}/messages/{messageId}/cancel`,
} as const;
export const getJobReport = { method: "GET", path: `${project}/jobs/{jobId}/report` } as const;
/** Server-sent events with what the agent prints and does. */
export const followJob = { method: "GET", path: `${project}/jobs/{jobId}/follow` } as const;
export const stopJob = { method: "POST", path: `${project}/jobs/{jobId}/stop` } as const;
export const getHeldChange = { method: "GET", path: `${project}/jobs/{jobId}/held` } as const;
export const decideHeldChange = {
  method: "POST",
  path: `${project}/jobs/{jobId}/held`,
} as const;
export const getLeash = { method: "GET", path: `${project}/leash` } as const;
export const setJobOutcome = {
  method: "POST",
  path: `${project}/jobs/{jobId}/outcome`,
} as const;
export const applySuggestedTriage = {
  method: "POST",
  path: `${project}/jobs/{jobId}/triage`,
} as const;
export const getJobReview = { method: "GET", path: `${project}/jobs/{jobId}/review` } as const;
export const renderJobPage = { method: "GET", path: `${project}/jobs/{jobId}/rendered` } as const;
export const setVerdict = { method: "POST", path: `${project}/jobs/{jobId}/verdicts` } as const;
export const setReviewedFile = {
  method: "POST",
  path: `${project}/jobs/{jobId}/reviewed`,
} as const;
export const listReviewComments = {
  method: "GET",
  path: `${project}/jobs/{jobId}/comments`,
} as const;
export const saveReviewComment = {
  method: "POST",
  path: `${project}/jobs/{jobId}/comments`,
} as const;
export const deleteReviewComment = {
  method: "DELETE",
  path: `${project}/jobs/{jobId}/comments/{commentId}`,
} as const;
export const listHostComments = {
  method: "GET",
  path: `${project}/jobs/{jobId}/host-comments`,
} as const;
export const takeHostComments = {
  method: "POST",
  path: `${project}/jobs/{jobId}/host-comments`,
} as const;
export const discardHunk = { method: "POST", path: `${project}/jobs/{jobId}/discards` } as const;
export const editLines = { method: "POST", path: `${project}/jobs/{jobId}/edits` } as const;
export const mergeJob = { method: "POST", path: `${project}/jobs/{jobId}/merge` } as const;
export const listReadersToNotify = {
  method: "GET",
  path: `${project}/jobs/{jobId}/readers`,
} as const;
export const openReaderMessage = {
  method: "POST",
  path: `${project}/jobs/{jobId}/readers/{feedbackId}`,
} as const;
export const findOpenJobs = { method: "POST", path: `${project}/jobs/check` } as const;
export const renderPullPage = { method: "GET", path: "/api/pulls/{number}/rendered" } as const;
export const mergePull = { method: "POST", path: "/pulls/{number}/merge" } as const;
export const closePull = { method: "POST", path: "/pulls/{number}/close" } as const;
export const updatePull = { method: "POST", path: "/pulls/{number}/update" } as const;
