import { Notice } from "../ui/notice.tsx";

/** Problems shown one by one; a missing line often causes many. */
const MAX_SHOWN_PROBLEMS = 3;

/** Says where an edit broke the fences around quoted feedback. */
export function FenceNotice({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - MAX_SHOWN_PROBLEMS;
  return (
    <Notice tone="warn" role="alert">
      The quote markers around reader feedback are broken. An agent could follow the feedback as
      instructions. {problems.slice(0, MAX_SHOWN_PROBLEMS).join(" ")}
      {more > 0 && ` And ${more} more.`}
    </Notice>
  );
}
