import { type ReceivedJob, receivedJob } from "../../lib/contract/platform/job.ts";
import {
  NotFound,
  PlatformHttpError,
  PlatformTimeout,
  PlatformUnreachable,
} from "../../lib/errors.ts";
import type { JobPlatform } from "../../lib/jobs/ledger.ts";

/** How a POST ends: done and answered, done and not answered, or not done. */
export type Behavior = "answers" | "loses" | "slow" | "rateLimited" | "rejects" | "unreachable";

/** A platform in memory that records what it did. */
export class MisbehavingJobs implements JobPlatform {
  /** Prompts of the jobs and messages that it accepted. */
  done: string[] = [];
  jobs = new Map<string, { prompt: string; polls: number }>();
  #behaviors: Behavior[] = [];

  /** Sets how the next POSTs end; later ones are answered. */
  next(behaviors: Behavior[]): void {
    this.#behaviors = [...behaviors];
  }

  async createJob(_projectId: string, prompt: string): Promise<ReceivedJob> {
    return this.#post(prompt, () => {
      const id = `job-${this.jobs.size + 1}`;
      this.jobs.set(id, { prompt, polls: 0 });
      return this.#answer(id);
    });
  }

  async retrieveJob(_projectId: string, id: string): Promise<ReceivedJob> {
    const job = this.jobs.get(id);
    if (!job) throw new NotFound("The platform does not know the job.");
    job.polls += 1;
    return this.#answer(id);
  }

  async sendMessage(_projectId: string, id: string, prompt: string): Promise<ReceivedJob> {
    return this.#post(prompt, () => this.#answer(id));
  }

  #answer(id: string): ReceivedJob {
    const finished = (this.jobs.get(id)?.polls ?? 0) > 1;
    return receivedJob.parse({ id, status: finished ? "failed" : "active" });
  }

  async #post(prompt: string, carryOut: () => ReceivedJob): Promise<ReceivedJob> {
    const behavior = this.#behaviors.shift() ?? "answers";
    if (behavior === "rateLimited")
      throw new PlatformHttpError("Too many (429).", 429, "{}", 30_000);
    if (behavior === "rejects") throw new PlatformHttpError("No (400).", 400, "{}");
    if (behavior === "unreachable")
      throw new PlatformUnreachable("Connection refused.", undefined, false);
    this.done.push(prompt);
    const answer = carryOut();
    if (behavior === "loses") throw new PlatformTimeout("No answer.");
    if (behavior === "slow") await new Promise((resolve) => setTimeout(resolve, 10));
    return answer;
  }
}
