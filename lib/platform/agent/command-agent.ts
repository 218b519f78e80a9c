import "server-only";
import type { Command } from "../../config/command-line.ts";
import { counted } from "../../text/counted.ts";
import { type Agent, AgentFailed, AgentNotStarted } from "./agent.ts";
import type { Launch } from "./launch.ts";
import { type CommandLimits, runCommand } from "./run-command.ts";

/** Has the US dollars that the program may still cost, for those that take a limit. */
const BUDGET_VARIABLE = "ERRATA_BUDGET_USD";
const SUMMARY_LIMIT = 2_000;

/**
 * Creates an agent from a command. The program runs in the checkout, reads the prompt from standard
 * input and exits with 0 on success.
 * @param options.launch starts the command, in a sandbox or not
 * @param options.variables environment variables in addition to `PATH`, `HOME` and so on
 * @param options.budgetFlag option for the US dollars that the prompt may cost, if there is a limit
 */
export function commandAgent(
  command: Command,
  options: {
    limits: CommandLimits;
    launch: Launch;
    variables?: Record<string, string>;
    budgetFlag?: string | null;
  },
): Agent {
  const { limits, launch, variables = {}, budgetFlag } = options;
  return async (work) => {
    const { folder, job, budget, output, signal, stop } = work;
    const left = typeof budget === "number" ? budget.toFixed(2) : null;
    const limited: Command = left && budgetFlag ? [...command, budgetFlag, left] : command;
    const lastOutput = () => output.text().slice(-SUMMARY_LIMIT).trim();
    const { failure, timedOut } = await runCommand(limited, {
      launch,
      limits,
      folder,
      job,
      signal,
      stop,
      input: agentInput(work),
      variables: { ...variables, ...(left && { [BUDGET_VARIABLE]: left }) },
      onOutput: (text, stream) => {
        output.print(text);
        // Errors would break the lines of a stream.
        if (stream === "stdout") output.follow(text);
      },
    });
    const minutes = Math.round(limits.time / 6_000) / 10;
    const summary = output.progress().text?.trim() || lastOutput();
    if (stop?.aborted) return { summary: [summary, STOPPED].filter(Boolean).join("\n\n") };
    if (timedOut)
      throw new AgentFailed(
        reasonText(`it ran longer than ${counted(minutes, "minute")}`, lastOutput()),
      );
    if (failure) {
      const kind = failure.hasStarted ? AgentFailed : AgentNotStarted;
      throw new kind(reasonText(failure.reason, lastOutput()));
    }
    return { summary: summary || "The agent printed no output." };
  };
}

/** Summary of a stopped agent. */
const STOPPED = "Someone stopped the agent before it finished, so its work may be incomplete.";

function reasonText(reason: string, output: string): string {
  return `The agent failed: ${reason}.${output ? `\n${output}` : ""}`;
}

const REPORT_ONLY = `# Report only

Nothing that you change in the files is kept, and there is no pull request. Don't change files. Write what you find,
and what should be changed and why, as text in your last answer: it is the only result. Where the prompt asks for a
change or for a pull request description, describe it there.
`;

/**
 * Returns the input for an agent that keeps no history: the prompt, byte for byte. A follow-up comes
 * after the job's earlier prompts, because it may refer to them. That only a report is wanted comes last, as it wins.
 */
function agentInput({ earlier, prompt, reportOnly = false }: Parameters<Agent>[0]): string {
  const whole = withEarlier(earlier, prompt);
  return reportOnly ? `${whole.trimEnd()}\n\n${REPORT_ONLY}` : whole;
}

function withEarlier(earlier: readonly string[], prompt: string): string {
  if (earlier.length === 0) return prompt;
  const history = earlier.map(
    (text, index) => `# Earlier prompt ${index + 1} of ${earlier.length}\n\n${text.trimEnd()}\n`,
  );
  return [
    "This is a follow-up. The earlier prompts are included for context only: they have already been",
    "handled, and the files may contain the results. Follow only the new prompt at the end.",
    "",
    ...history,
    "# New prompt",
    "",
    prompt,
  ].join("\n");
}
