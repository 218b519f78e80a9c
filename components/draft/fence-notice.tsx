import { Notice } from "../ui/notice.tsx";

/** Problems that are told one by one; a missing line often causes many. */
const TOLD = 3;

/** Says where editing broke the fences that mark readers' words as quoted. */
export function FenceNotice({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - TOLD;
  return (
    <Notice tone="warn" role="alert">
      The marks around readers' words are broken, so an agent may take them for yours.{" "}
      {problems.slice(0, TOLD).join(" ")}
      {more > 0 && ` And ${more} more.`}
    </Notice>
  );
}
