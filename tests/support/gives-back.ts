import { leash } from "../../lib/contract/api/leash.ts";

/** An agent that may change everything, and gets new problems back. */
export const givesBack = async () => leash.parse({ allowed: ["**"], giveBack: true });

/** Finds two words by file and line, as a spelling checker does. */
const FIND_WORDS =
  'grep -rnE --include=*.md* "teh|wrnog" . | sed -E "s/^([^:]*:[0-9]+):.*(teh|wrnog).*/\\1:5:Spelling:Did you really mean \\2?/"; ! grep -rqE --include=*.md* "teh|wrnog" .';

/** A command that runs a script, in which single quotes can't be. */
export const shell = (script: string) => `sh -c '${script}'`;

export const spellingCheck = shell(FIND_WORDS);
