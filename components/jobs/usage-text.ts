import type { JobUsage } from "../../lib/contract/api/jobs.ts";

const MONEY = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const COUNT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Formats an agent's usage: "$0.24", or "12.4K tokens" for programs that report no money. */
export function usageText({ input, output, cached, cost }: JobUsage): string {
  const tokens = input + output + cached;
  if (cost === null) return `${COUNT.format(tokens)} tokens`;
  return cost > 0 && cost < 0.01 ? "< $0.01" : MONEY.format(cost);
}

/** The same in full, for the job's own page. */
export function usageDetails(usage: JobUsage): string {
  const tokens = `${COUNT.format(usage.input + usage.output + usage.cached)} tokens`;
  return usage.cost === null ? tokens : `${usageText(usage)}, ${tokens}`;
}

/**
 * Formats the costs of this month's jobs: "Agents this month: $12.40 of $100.00, $0.62 per resolved item". Empty for none
 * without a limit.
 */
export function spendingText(
  spending: { spent: number; limit: number | null; resolved: number } | null,
): string {
  if (!spending || (spending.spent === 0 && spending.limit === null)) return "";
  const { spent, limit, resolved } = spending;
  const most = limit === null ? "" : ` of ${MONEY.format(limit)}`;
  const each =
    resolved > 0 && spent > 0 ? `, ${MONEY.format(spent / resolved)} per resolved item` : "";
  return `Agents this month: ${MONEY.format(spent)}${most}${each}`;
}
