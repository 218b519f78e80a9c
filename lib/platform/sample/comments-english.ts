import "server-only";

// Placeholders: {topic} and {title} of the page, {heading} of a section, {term} in code font, {n} a number.

export const COMPLAINTS: readonly string[] = [
  "I read this twice and still don't know what to do about {topic}.",
  "Nothing here explains {topic}. I had to ask support.",
  "The section on {heading} stops right where it gets interesting.",
  "Please add an example for {topic}.",
  "{heading} contradicts what the dashboard shows me.",
  "Spent {n} minutes on {topic} before I found the answer in a forum.",
  "The part about {topic} assumes I already know how it works.",
  "What is `{term}`? It is used before it is introduced.",
  "The example does not run as it stands. It fails at the very first call.",
  "I followed every step under {heading} and ended up with a different result.",
  "This page mentions {topic} only in passing.",
  "`{term}` gives me an error since the last release.",
  "Our whole team misread {heading}. It needs a warning.",
  "There is no word about {topic} behind a corporate proxy.",
  "The table under {heading} is cut off on my phone.",
  "I expected to find {topic} here. Search brought me to {title} and I left with nothing.",
  "Is `{term}` still supported? The changelog suggests otherwise.",
  "Too abstract. Show {topic} with real values.",
  "Screenshots are from the old interface, so {topic} looks different for me.",
  "Half of the links in {heading} lead to pages that moved.",
  "The wording around {topic} is confusing for people who are new to webhooks.",
  "It says it takes a minute. It took me {n}.",
  "Missing: what happens to {topic} when the destination is disabled.",
  "After upgrading, {topic} no longer behaves as described under {heading}.",
  "The order of the steps is wrong: you need `{term}` before you can do any of this.",
  "I can't copy the example, the button copies the line numbers too.",
  "You explain what {topic} means but not when I would want it.",
  "Dark mode makes the code under {heading} unreadable.",
  "Please say which plan includes {topic}.",
  "We lost {n} deliveries because {heading} does not mention this limit.",
  "The French translation of {title} is two versions behind.",
  "{topic} deserves its own page.",
  "Got `{term}` back and the docs have no entry for it.",
  "Where do I set this in Terraform? {heading} only covers the dashboard.",
];

export const QUESTIONS: readonly string[] = [
  "Does {topic} work the same way in the test environment?",
  "Can I automate {topic}, or is it only for the dashboard?",
  "How does {topic} behave with more than {n} destinations?",
  "Is there a limit on {topic}?",
  "What is the recommended value for `{term}`?",
  "Does {heading} apply to v1 as well?",
  "Who in the workspace is allowed to change this? {title} does not say.",
  "Is `{term}` case sensitive?",
  "Could you clarify {topic} for people who deploy to two regions?",
  "When was {heading} last checked? It looks dated.",
  "What becomes of {topic} after we restart our service?",
  "Any plans for {topic} in the Rust library?",
  "How do I undo this?",
  "What happens after {n} days?",
];

/** Whether a reader was helped. */
export type Tone = "happy" | "unhappy";

export const PRAISE: readonly string[] = [
  "Exactly what I needed about {topic}.",
  "The example under {heading} worked on the first try.",
  "Clear and short. More pages like {title}, please.",
  "Finally someone explains {topic} without marketing.",
  "Copy, paste, done. Thank you.",
  "Good page. A link to {topic} at the top would make it perfect.",
  "The table under {heading} saved me {n} minutes.",
  "I sent this to the whole team.",
  "Great explanation of `{term}`.",
  "Best docs I have used this year.",
  "Love that {heading} tells me what can go wrong.",
  "{title} answered my question before I finished reading.",
  "Solved it, thanks! The bit about {topic} was the key.",
  "Straight to the point. The part on {topic} is gold.",
  "Very helpful for onboarding our {n} new colleagues.",
  "Didn't expect {topic} to be this simple.",
];

export const SNIPPET_REMARKS: readonly string[] = [
  "This does not compile: an import is missing.",
  "Copying this gives me a 401. What else is needed for {topic}?",
  "The example is missing error handling for {topic}.",
  "Works, but the linter complains about line {n}.",
  "Could you show the same for {topic}?",
  "Where does the variable in the second line come from?",
  "I get `undefined` here when the body is empty.",
  "Please add the expected output below this block.",
  "The highlighted line is not the one the text talks about.",
  "Outdated? The current version wants `{term}` here.",
  "This snippet and the one under {heading} use different names for the same thing.",
  "Line {n} throws for me on Windows.",
  "Nice, but a complete program would help more than a fragment.",
  "Is it safe to log this value?",
  "Type error after updating: the property does not exist.",
  "Quotes get mangled when I paste this into zsh.",
  "Tabs and spaces are mixed, the copy button makes it worse.",
  "How would this look with async code?",
];

export const AGENT_REMARKS: readonly string[] = [
  "While answering a question about {topic}, the page {title} was consulted. It does not state a default for `{term}`.",
  "The page describes {topic} under {heading}, but gives no example that can be executed.",
  "Three users asked about {topic} in this session; none found the answer in {title}.",
  "`{term}` is referenced without a definition or a link.",
  "The section {heading} and the API reference disagree about {topic}.",
  "No error responses are listed, so a client for {topic} cannot be generated reliably.",
  "The heading {heading} is ambiguous when the page is retrieved on its own, without its title.",
  "The code example was executed in a sandbox and failed: a required value is never assigned.",
  "It is unclear whether {topic} applies to both environments.",
  "The text implies a limit for {topic}, and does not give the number.",
  "A link in {heading} answers with 404.",
  "The page was sufficient to complete the task: {topic}.",
];

export const CORRECTION_FRAMES: readonly string[] = [
  "{correction}",
  "{correction}.",
  "Small mistake: {correction}.",
  "Under {heading}: {correction}.",
  "{correction} as far as I can see. Cost me {n} minutes.",
  "Typo? {correction}",
  "I think {correction}, at least that is what works for me.",
  "Please fix: {correction}. Everything else on the page is fine.",
  "Support confirmed that {correction}.",
  "Outdated since the last release. {correction}.",
];

export const AGENT_CORRECTION_FRAMES: readonly string[] = [
  "{correction}.",
  "Verified against the running service: {correction}.",
  "Under {heading}, the page disagrees with the rest of the documentation. {correction}.",
  "A task failed when it followed the page literally, and passed after one change: {correction}.",
];

export const OPENERS: readonly string[] = [
  "Hi,",
  "Hello team,",
  "Honestly:",
  "FYI -",
  "Minor thing:",
  "Feedback from our on-call:",
  "First time user here.",
  "As someone who migrated last week:",
  "Hm.",
  "Just a note:",
];

const ANY_CLOSERS = [
  "Thanks!",
  "Happy to explain more if you write to me.",
  "Using the latest version.",
  "Not urgent.",
  "Keep it up 🙂",
];

const TROUBLED_CLOSERS = [
  "Otherwise good.",
  "Same problem as last month.",
  "macOS, Firefox.",
  "This blocks our release.",
  "Please fix.",
];

/** Endings of comments. */
export const CLOSERS: Record<Tone, readonly string[]> = {
  happy: ANY_CLOSERS,
  unhappy: [...ANY_CLOSERS, ...TROUBLED_CLOSERS],
};

const words = (list: string) => list.split("|");
const ANY_SHORT = words("ok|??|+1|hm|n/a|.|test|lol|help|same|TL;DR");

/** Comments of a word. */
export const SHORT: Record<Tone, readonly string[]> = {
  happy: [
    ...ANY_SHORT,
    ...words("thx|yes|👍|nice|great|🙏|❤️|works|🚀🚀🚀|perfect!|good|danke|merci|gracias|obrigado"),
    ...words("謝謝|спасибо|شكرا|धन्यवाद|감사합니다|ありがとう"),
  ],
  unhappy: [
    ...ANY_SHORT,
    ...words("no|👎|broken|outdated|confusing|404|meh|unclear|wrong|why|not working|typo"),
    ...words(
      "kaputt|ne marche pas|no funciona|não funciona|不行|не работает|لا يعمل|काम नहीं करता|안 돼요|動かない",
    ),
  ],
};

export const EMOJI: Record<Tone, readonly string[]> = {
  happy: ["🙈", "✨", "👩🏽‍💻"],
  unhappy: ["😕", "🤔", "🙈", "🙃"],
};
