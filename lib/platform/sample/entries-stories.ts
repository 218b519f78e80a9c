import "server-only";
import type { EntryTemplate } from "./entry-template.ts";

/**
 * Reports of several readers about the same problem of a page, each in their own words; the newest of them are
 * in `newestEntries`.
 */
const STORIES: readonly [path: string, comments: readonly string[]][] = [
  [
    "/quickstart",
    [
      "`relay serve` isn't a command anymore. Is there another way to start a listener?",
      "Step 3 needs an update: please replace `relay serve` with `relay listen`.",
      'Took me half an hour to find out that "relay serve" should be "relay listen".',
      "error: unknown command `relay serve`. I'm on 3.1.2, installed today.",
      "The help of the program says to use `relay listen` instead of `relay serve`.",
      "`relay serve` → `relay listen`",
      'Copied "relay serve" from here, and it only prints the list of commands.',
      "I guess `relay serve` was renamed? Nothing listens on my machine after this step.",
    ],
  ],
  [
    "/guides/authentication",
    [
      "The page says “Authorisation: Token” instead of “Authorization: Bearer”.",
      '"Authorisation: Token" gives me 401 every time, with a key that works elsewhere.',
      'Please change "Authorisation: Token" to "Authorization: Bearer", it cost our intern a day.',
      '"Authorisation: Token" should be "Authorization: Bearer", as in the API reference.',
      "Is `Authorisation: Token` really spelled like that? The gateway doesn't know the header.",
    ],
  ],
  [
    "/guides/verify-signatures",
    [
      "`hmac-sha1` should be `hmac-sha256`. Your own library does it right.",
      "Following this with `hmac-sha1` rejects every delivery.",
      "You should use `hmac-sha256` instead of `hmac-sha1` in the second example.",
      "`hmac-sha1` is what the page says, but the header starts with sha256=.",
    ],
  ],
  [
    "/api/create-parcel",
    [
      '"returns 201" should be "returns 202", our client treats everything else as an error.',
      'The page says "returns 201" instead of "returns 202".',
    ],
  ],
  [
    "/guides/authentication",
    [
      '"parcels:send" should be "parcels:write" in the table of scopes.',
      "There is no `parcels:send` in the list when I create a key.",
    ],
  ],
];

/** Days since the first reader of a story, and between two of them. */
const NEWEST = 5;
const DAYS_APART = 3;

/** Creates the pending entries of several readers who report the same mistakes. */
export function storyEntries(): EntryTemplate[] {
  return STORIES.flatMap(([path, comments], story) =>
    comments.map(
      (comment, index): EntryTemplate => ({
        age: { days: NEWEST + (story % 2) + index * DAYS_APART },
        entry: {
          source: "contextual",
          path,
          comment,
          status: "pending",
          helpful: false,
          contact: null,
        },
      }),
    ),
  );
}
