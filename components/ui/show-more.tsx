import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "./button.tsx";

type List = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

/** Loads the next part of a list. Renders nothing at its end. @param props.what is listed, if the screen has more lists */
export function ShowMore({ list, what = "" }: { list: List; what?: string }) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      className="self-center"
      disabled={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      {`Show more ${what}`.trim()}
    </Button>
  );
}
