import "server-only";
import { z } from "zod";

/** The secret with which a GitBook site signs what it sends to a project (docs/collect.md, "GitBook"). */
export interface GitBookSecret {
  projectId: string;
  secret: string;
}

/** Parses `docs=secret,reference=secret2`. A project can have several secrets, one per site. */
export const gitbookSecretList = z.string().transform((list, context): GitBookSecret[] => {
  const secrets = list.split(",").map((item) => {
    const [projectId = "", ...secret] = item.split("=");
    return { projectId: projectId.trim(), secret: secret.join("=").trim() };
  });
  if (!secrets.every(({ projectId, secret }) => projectId !== "" && secret.length >= 16)) {
    context.addIssue(
      "must be a list of project IDs and secrets of at least 16 characters, for example docs=secret,docs2=secret2",
    );
  }
  return secrets;
});
