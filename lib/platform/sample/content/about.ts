import "server-only";
import type { SamplePage } from "../page.ts";

export const aboutPages: SamplePage[] = [
  {
    path: "README.md",
    topics: [],
    corrections: [],
    content: `# Parcel Relay documentation

The source of docs.parcelrelay.example. Each page is a Markdown or MDX file; its URL is its path without the extension. \`docs.json\` holds the navigation.

## Working on a page

1. Create a branch.
2. Change the page. Check every example against the test environment.
3. Open a pull request. Two people review it: one from support, one from the team that owns the feature.

## Style

- Say what to do before why.
- One example per task, complete enough to run.
- Names of headers, fields and commands are exact and in code font.
`,
  },
  {
    path: "changelog.md",
    topics: ["the v1 shutdown", "breaking changes", "the RSS feed"],
    corrections: [
      { wrong: "Febuary", right: "February" },
      { wrong: "ordering_key", right: "orderingKey" },
    ],
    content: `---
title: Changelog
---

## 12 Febuary 2026

- Parcels accept an ordering_key; see [ordering](/guides/ordering).
- The runner starts in half the time.

## 20 January 2026

- \`GET /v2/addresses\` lists the IP addresses that deliveries come from.
- Fixed: replaying a canceled parcel returned 500.

## 3 December 2025

- Python library 2.4 with an asynchronous client.
- Alerts can be muted until a destination recovers.

## 14 November 2025

- Filters support \`$exists\`.
- Deprecated: \`relay forward\`. Use \`relay listen\`.

## 1 October 2025

- Version 2 of the API is stable. Version 1 remains available for a year; see [migrating](/guides/migrate-v1).
`,
  },
];
