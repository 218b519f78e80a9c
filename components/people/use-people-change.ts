import { useMutation, useQueryClient } from "@tanstack/react-query";
import { people } from "../../lib/queries/people.ts";

/** A change of people; the list and the log follow it, whose key begins alike. */
export function usePeopleChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: people.queryKey }),
  });
}
