import { useMutation, useQueryClient } from "@tanstack/react-query";
import { people } from "../../lib/queries/people.ts";

/** Mutation that refreshes the people list and the audit log; both keys start with `people`. */
export function usePeopleChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: people.queryKey }),
  });
}
