import { expect, test } from "vitest";
import { upload } from "../../support/table-file.ts";

const csv = (...rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n");

test("Qualtrics: three rows of headers", async () => {
  const { recipe, plan, values } = await upload(
    csv(
      ["StartDate", "EndDate", "Status", "ResponseId", "RecordedDate", "Q1", "Q2", "Q3"],
      [
        "Start Date",
        "End Date",
        "Response Type",
        "Response ID",
        "Recorded Date",
        "Page URL",
        "Was this page helpful?",
        "What was missing?",
      ],
      [
        "startDate",
        "endDate",
        "status",
        "_recordId",
        "recordedDate",
        "QID1_TEXT",
        "QID2",
        "QID3_TEXT",
      ].map((id) => `{"ImportId":"${id}"}`),
      [
        "2026-05-01 09:59:00",
        "2026-05-01 10:00:00",
        "IP Address",
        "R_1",
        "2026-05-01 10:00:01",
        "/a",
        "No",
        "Step two",
      ],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Qualtrics", []]);
  expect(plan.items[0]?.line).toBe(4);
  expect(values).toEqual([
    {
      id: "R_1",
      path: "/a",
      comment: "Step two",
      helpful: false,
      createdAt: "2026-05-01T10:00:01",
    },
  ]);
});

test("Typeform: answers in a list", async () => {
  const answer = (title: string, type: string, value: unknown) => ({
    field: { id: title, title },
    type,
    [type]: value,
  });
  const { recipe, plan, values } = await upload(
    JSON.stringify({
      total_items: 1,
      items: [
        {
          response_id: "r1",
          landed_at: "2026-05-01T09:59:00Z",
          submitted_at: "2026-05-01T10:00:00Z",
          hidden: { url: "https://docs.example.com/a" },
          answers: [
            answer("Was this page helpful?", "boolean", false),
            answer("What was missing?", "text", "Step two"),
            answer("Which version?", "choice", { label: "4" }),
          ],
        },
      ],
    }),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Typeform", []]);
  expect(values).toEqual([
    {
      id: "r1",
      path: "https://docs.example.com/a",
      comment: "Step two",
      helpful: false,
      createdAt: "2026-05-01T10:00:00Z",
    },
  ]);
});

test("lists of answers are columns of their response, and other lists are rows of their own", async () => {
  const answers = (comment: string) => [
    { question: "Page", value: "/a" },
    { question: "Comment", value: comment },
  ];
  const responses = [
    { id: "r1", tags: [], answers: answers("Step two") },
    { id: "r2", tags: ["new"], answers: answers("Step four") },
  ];
  const { file, values } = await upload(JSON.stringify({ responses }));
  expect(file.json).toEqual({ lists: [], list: "responses" });
  expect(file.table.columns).toEqual(["id", "tags", "answers.Page", "answers.Comment"]);
  expect(values).toMatchObject([
    { id: "r1", path: "/a", comment: "Step two" },
    { id: "r2", path: "/a", comment: "Step four" },
  ]);
  const feedback = [
    { key: "1", value: "", comment: "Step two", rating: "no" },
    { comment: "Step four", rating: "no" },
  ];
  const pages = await upload(JSON.stringify([{ page: "/a", feedback }]));
  expect(pages.values).toMatchObject([
    { path: "/a", comment: "Step two", helpful: false },
    { path: "/a", comment: "Step four", helpful: false },
  ]);
});

test("Typeform: a file, whose network IDs are those of readers", async () => {
  const { recipe, plan, values } = await upload(
    [
      "#,Was this page helpful?,What was missing?,url,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags,Ending",
      "aa1,0,Step two,https://docs.example.com/a,completed,2026-05-01 09:59:00,,2026-05-01 10:00:00,f00d,,e1",
      "bb2,1,,https://docs.example.com/b,completed,2026-05-01 10:59:00,,2026-05-01 11:00:00,f00d,,e1",
    ].join("\n"),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Typeform", []]);
  expect(values).toEqual([
    {
      id: "aa1",
      path: "https://docs.example.com/a",
      comment: "Step two",
      helpful: false,
      createdAt: "2026-05-01T10:00:00",
    },
    {
      id: "bb2",
      path: "https://docs.example.com/b",
      comment: null,
      helpful: true,
      createdAt: "2026-05-01T11:00:00",
    },
  ]);
});

test("Hotjar: numbers whose scale the header says", async () => {
  const { recipe, plan, values } = await upload(
    csv(
      [
        "Number",
        "User",
        "Date Submitted",
        "Country",
        "Source URL",
        "Device",
        "Emotion (1-5)",
        "Message",
        "Email",
      ],
      [
        "1",
        "u1",
        "2026-05-01 10:00:00",
        "DE",
        "https://docs.example.com/a",
        "desktop",
        "2",
        "Old",
        "",
      ],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Hotjar", []]);
  expect(values).toEqual([
    {
      path: "https://docs.example.com/a",
      comment: "Old",
      helpful: false,
      contact: null,
      createdAt: "2026-05-01T10:00:00",
    },
  ]);
});

test("Hotjar: questions after what it knows of a reader", async () => {
  const { recipe, plan, values } = await upload(
    csv(
      [
        ...["Number", "User", "Date Submitted", "Country", "Source URL", "Device", "Browser", "OS"],
        ...[
          "Hotjar User ID",
          "Êtes-vous satisfait de cette page ?",
          "Que pouvons-nous améliorer ?",
        ],
      ],
      [
        ...["1", "u1", "2026-05-01 10:00:00", "FR", "https://docs.example.com/a", "desktop"],
        ...["Firefox 140", "Linux", "0f0f", "2", "La commande"],
      ],
      [
        ...["2", "u2", "2026-05-01 11:00:00", "FR", "https://docs.example.com/a", "desktop"],
        ...["Firefox 140", "Linux", "0f0f", "5", ""],
      ],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Hotjar", []]);
  expect(values).toEqual([
    {
      path: "https://docs.example.com/a",
      comment: "La commande",
      helpful: false,
      createdAt: "2026-05-01T10:00:00",
    },
    {
      path: "https://docs.example.com/a",
      comment: null,
      helpful: true,
      createdAt: "2026-05-01T11:00:00",
    },
  ]);
});

test("PostHog: columns and results, with answers of any question", async () => {
  const { recipe, plan, values } = await upload(
    JSON.stringify({
      columns: [
        "uuid",
        "timestamp",
        "properties.$current_url",
        "properties.$survey_response",
        "properties.$survey_response_0f0f-a",
        "properties.$survey_response_0f0f-b",
      ],
      results: [
        ["e1", "2026-05-01T10:00:00Z", "https://docs.example.com/a", "No", "No", "Wrong flag"],
        ["e2", "2026-05-01T10:00:00Z", "https://docs.example.com/b", "Yes", "Yes", null],
      ],
    }),
  );
  expect([recipe?.name, plan.questions]).toEqual(["PostHog surveys", []]);
  expect(values).toMatchObject([
    { id: "e1", path: "https://docs.example.com/a", helpful: false, comment: "Wrong flag" },
    { helpful: true, comment: null },
  ]);
});

test("Formbricks in CSV: what it knows of a reader, and choices with their IDs", async () => {
  const { recipe, plan, values } = await upload(
    csv(
      [
        ...["No.", "Response ID", "Timestamp", "Finished", "Survey ID", "Formbricks ID (internal)"],
        ...["User ID", "Tags", "source", "url", "userAgent - os", "1. Was this page helpful?"],
        ...["1. Was this page helpful? - Option ID", "2. What can we improve?"],
        "2. What can we improve? - Option ID",
      ],
      [
        ...["1", "r1", "Fri May 01 2026", "Yes", "s1", "c1", "u1", "", "web"],
        ...["https://docs.example.com/a", "Linux", "No", "opt1", "More examples", "opt7"],
      ],
      [
        ...["2", "r2", "2026-05-02 10:00:00", "Yes", "s1", "c2", "u2", "", "web"],
        ...["https://docs.example.com/a", "Linux", "Yes", "opt2", "", ""],
      ],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Formbricks", []]);
  expect(values).toMatchObject([
    { id: "r1", helpful: false, comment: "More examples" },
    { id: "r2", helpful: true, comment: null, createdAt: "2026-05-02T10:00:00" },
  ]);
});

test("Zendesk Guide: votes on articles", async () => {
  const vote = {
    url: "https://x.example/api/v2/help_center/votes/1.json",
    user_id: 7,
    item_type: "Article",
  };
  const { recipe, plan, values } = await upload(
    JSON.stringify({
      votes: [
        { ...vote, id: 1, value: -1, item_id: 42, created_at: "2026-05-01T10:00:00Z" },
        { ...vote, id: 2, value: 1, item_id: 42, created_at: "2026-05-01T11:00:00Z" },
        {
          ...vote,
          id: 3,
          value: 1,
          item_id: 43,
          item_type: "Post",
          created_at: "2026-05-01T11:00:00Z",
        },
      ],
    }),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Zendesk Guide votes", []]);
  expect(values).toEqual([
    { id: "1", path: "/hc/articles/42", helpful: false, createdAt: "2026-05-01T10:00:00Z" },
    { id: "2", path: "/hc/articles/42", helpful: true, createdAt: "2026-05-01T11:00:00Z" },
    "has no page",
  ]);
  // Votes that are all the same are certain as well.
  const alike = [{ ...vote, id: 1, value: -1, item_id: 42, created_at: "2026-05-01T10:00:00Z" }];
  const { plan: one } = await upload(JSON.stringify({ votes: alike }));
  expect([one.questions, one.votes["not helpful"]]).toEqual([[], 1]);
});

test("Intercom: faces, of which the neutral one is asked about", async () => {
  const { recipe, plan, values } = await upload(
    csv(
      ["Article ID", "Article title", "Article URL", "Reaction", "Created at"],
      ["1", "Start", "https://help.example.com/en/articles/1-start", "😞", "2026-05-01"],
      ["1", "Start", "https://help.example.com/en/articles/1-start", "😃", "2026-05-01"],
      ["1", "Start", "https://help.example.com/en/articles/1-start", "😐", "2026-05-01"],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual([
    "Intercom article reactions",
    ["Choose what each rating counts as."],
  ]);
  expect(values).toMatchObject([{ helpful: false }, { helpful: true }, {}]);
});

test("PushFeedback: thumbs down is 5, and a rating of no one is -1", async () => {
  const event = (id: string, rating: number, mode: string) => ({
    id: `EVNT-${id}`,
    object: "event",
    type: "feedback.created",
    creation_time: "2026-05-01T10:00:00Z",
    data: {
      object: "feedback",
      id,
      message: "Old",
      metadata: "",
      has_screenshot: false,
      url: "https://docs.example.com/a",
      rating,
      rating_mode: mode,
      pushfeedback_url: "https://app.example.com/1",
    },
  });
  const { recipe, plan, values } = await upload(
    JSON.stringify([
      event("f1", 5, "thumbs"),
      event("f2", 1, "thumbs"),
      event("f3", 5, "star"),
      event("f4", 2, "star"),
      event("f5", -1, "thumbs"),
    ]),
    { unrated: "skipped" },
  );
  expect([recipe?.name, plan.questions]).toEqual(["PushFeedback", []]);
  expect(values).toEqual([
    ...[false, true, true, false].map((helpful, at) => ({
      id: `f${at + 1}`,
      path: "https://docs.example.com/a",
      comment: "Old",
      helpful,
      createdAt: "2026-05-01T10:00:00Z",
    })),
    "has no vote, so it isn't imported",
  ]);
});

test.each([
  ["0 and 1 are thumbs", [0, 1], [false, true]],
  ["up to 5 are stars", [1, 4, 5], [false, true, true]],
  ["1 and 5 can be either", [1, 5], null],
] as const)("PushFeedback without a mode: %s", async (_name, ratings, votes) => {
  const { recipe, plan, values } = await upload(
    csv(
      ["Created at", "Message", "Rating", "URL", "Email", "Screenshot"],
      ...ratings.map((rating) => ["2026-05-01 10:00", "Old", `${rating}`, "/a", "", ""]),
    ),
  );
  expect(recipe?.name).toBe("PushFeedback");
  if (votes === null) {
    expect(plan.questions).toEqual(["Choose what each rating counts as."]);
    expect(plan.ratings?.values.map(({ text }) => text)).toEqual([
      ...["1 (thumb or star)", "5 (thumb or star)"],
    ]);
  } else expect(values).toMatchObject(votes.map((helpful) => ({ helpful, comment: "Old" })));
});

test("GitHub issues: the page inside both of Microsoft's forms, and in other feedback", async () => {
  const form =
    "### Type of issue\n\nTypo\n\n### Feedback\n\nThe port is wrong.\n\nSee step 2.\n\n### Page URL\n\nhttps://learn.example.com/a\n\n### Content source URL\n\nhttps://github.com/o/r/blob/main/a.md";
  const details =
    "The flag is gone.\n\n---\n#### Document Details\n\n⚠ *Do not edit this section.*\n\n* ID: 1\n* Content: [Title](https://learn.example.com/b)\n* Content Source: [b.md](https://github.com/o/r/blob/main/b.md)";
  const issue = (number: number, title: string, body: string) => ({
    number,
    title,
    body,
    createdAt: "2026-05-01T10:00:00Z",
    labels: [{ id: "l1", name: "docs", description: "About docs" }],
  });
  const { recipe, plan, values } = await upload(
    JSON.stringify([
      issue(1, "Port", form),
      issue(2, "", details),
      issue(3, "[Feedback] Old", "URL: https://docs.example.com/c\n"),
      issue(4, "Crash", "It crashes."),
    ]),
    { unrated: "not helpful" },
  );
  expect([recipe?.name, plan.questions]).toEqual(["GitHub issues", []]);
  expect(values).toMatchObject([
    {
      id: "1",
      path: "https://learn.example.com/a",
      comment: "Port\n\nThe port is wrong.\n\nSee step 2.",
      helpful: false,
    },
    { path: "https://learn.example.com/b", comment: "The flag is gone." },
    { path: "https://docs.example.com/c", comment: "Old\n\nURL: https://docs.example.com/c" },
    "has no page",
  ]);
});

test("Mintlify", async () => {
  const { recipe, values } = await upload(
    csv(
      ["id", "path", "comment", "createdAt", "source", "status", "helpful", "contact"],
      ["f1", "/a", "Old", "2026-05-01T10:00:00Z", "contextual", "pending", "false", ""],
      ["f2", "/a", "From a tool", "2026-05-01T10:00:00Z", "agent", "pending", "", ""],
    ),
  );
  expect(recipe?.name).toBe("Mintlify");
  expect(values).toMatchObject([
    { id: "f1", helpful: false },
    { id: "f2", source: "agent" },
  ]);
});

test("Errata's own export: its paths, code, and apostrophes", async () => {
  const columns = [
    "id",
    "source",
    "status",
    "createdAt",
    "path",
    "page",
    "comment",
    "helpful",
    "code",
    "filename",
    "lang",
    "dismissedFor",
    "labels",
  ];
  const { recipe, plan, values } = await upload(
    csv(
      columns,
      [
        "f1",
        "contextual",
        "resolved",
        "2026-05-01T10:00:00.000Z",
        "https://docs.example.com/a?x=1",
        "/a",
        "'=1+1 is wrong",
        "false",
        "",
        "",
        "",
        "",
        "",
      ],
      [
        "f2",
        "code_snippet",
        "pending",
        "2026-05-01T10:00:00.000Z",
        "/b",
        "/b",
        "Fails",
        "",
        "'-x",
        "",
        "sh",
        "",
        "",
      ],
    ),
  );
  expect([recipe?.name, plan.questions]).toEqual(["Errata", []]);
  expect(values).toEqual([
    {
      id: "f1",
      path: "https://docs.example.com/a?x=1",
      comment: "=1+1 is wrong",
      helpful: false,
      createdAt: "2026-05-01T10:00:00.000Z",
    },
    {
      id: "f2",
      path: "/b",
      comment: "Fails",
      createdAt: "2026-05-01T10:00:00.000Z",
      source: "code_snippet",
      code: "-x",
      filename: null,
      lang: "sh",
    },
  ]);
});

test("other files belong to no tool", async () => {
  expect((await upload("page,rating\n/a,no")).recipe).toBeNull();
});
