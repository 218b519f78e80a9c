import "server-only";
import { z } from "zod";

/** US dollars for a million tokens of each kind. */
export type TokenPrices = Record<(typeof KINDS)[number], number>;

/** US dollars that agents may cost, minutes that they may work, and how many jobs there may be; null for no limit. */
export interface AgentBudget {
  prices: TokenPrices | null;
  /** For one job with all its follow-ups, so for one pull request. */
  perJob: number | null;
  /** For a project's jobs in a calendar month (UTC). */
  perMonth: number | null;
  /** Like the money of a job and a month. */
  jobMinutes: number | null;
  monthMinutes: number | null;
  /** Jobs that a project may create in such a month. */
  monthJobs: number | null;
}

const KINDS = ["input", "cached", "output"] as const;
const AMOUNT = /^\d{1,6}(?:\.\d{1,4})?$/;

const amount = z
  .string()
  .refine((text) => AMOUNT.test(text) && Number(text) > 0, "must be US dollars, for example 2.50")
  .transform(Number)
  .optional();

const count = z.coerce.number().int().min(1).max(1_000_000).optional();

/** Parses `AGENT_TOKEN_PRICES`. */
const tokenPrices = z.string().transform((list, context): TokenPrices => {
  const items = list.split(",").map((item) => item.split("=").map((part) => part.trim()));
  const prices = new Map(items.map(([kind, price = ""]) => [kind, price]));
  const isComplete = KINDS.every((kind) => AMOUNT.test(prices.get(kind) ?? ""));
  if (!isComplete || items.length !== KINDS.length) {
    context.addIssue(
      "must be US dollars for a million tokens of each kind, for example input=3,cached=0.30,output=15",
    );
  }
  const price = (kind: (typeof KINDS)[number]) => Number(prices.get(kind));
  return { input: price("input"), cached: price("cached"), output: price("output") };
});

/** Environment variables that limit what agents cost. */
export const agentBudgetVariables = {
  AGENT_TOKEN_PRICES: tokenPrices.optional(),
  AGENT_JOB_BUDGET: amount,
  AGENT_MONTH_BUDGET: amount,
  AGENT_JOB_MINUTES: count,
  AGENT_MONTH_MINUTES: count,
  AGENT_MONTH_JOBS: count,
};

export function agentBudget(value: z.infer<z.ZodObject<typeof agentBudgetVariables>>): AgentBudget {
  return {
    prices: value.AGENT_TOKEN_PRICES ?? null,
    perJob: value.AGENT_JOB_BUDGET ?? null,
    perMonth: value.AGENT_MONTH_BUDGET ?? null,
    jobMinutes: value.AGENT_JOB_MINUTES ?? null,
    monthMinutes: value.AGENT_MONTH_MINUTES ?? null,
    monthJobs: value.AGENT_MONTH_JOBS ?? null,
  };
}
