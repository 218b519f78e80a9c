import { expect, test } from "vitest";
import { spendingText } from "../../components/jobs/usage-text.ts";

test("a month's cost is said with its limit, and for each resolved item", () => {
  const text = (spent: number, limit: number | null, resolved: number) =>
    spendingText({ spent, limit, resolved });
  expect(text(12.4, 100, 20)).toBe("Agents this month: $12.40 of $100.00, $0.62 per resolved item");
  expect(text(12.4, null, 0)).toBe("Agents this month: $12.40");
  expect(text(0, 100, 3)).toBe("Agents this month: $0.00 of $100.00");
  expect(text(0, null, 3)).toBe("");
  expect(spendingText(null)).toBe("");
});
