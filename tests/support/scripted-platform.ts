import { type ReceivedJob, receivedJob } from "../../lib/contract/platform/job.ts";
import type { JobPlatform } from "../../lib/jobs/ledger.ts";

/** A platform whose answers the test sets: fields of the job, or an error to throw. */
export class ScriptedPlatform implements JobPlatform {
  posts: string[] = [];
  messages: string[] = [];
  polls = 0;
  onCreate: () => Promise<Record<string, unknown>> = async () => ({});
  onMessage: () => Promise<Record<string, unknown>> = async () => ({});
  onRetrieve: () => Promise<Record<string, unknown>> = async () => ({});

  async createJob(_projectId: string, prompt: string): Promise<ReceivedJob> {
    this.posts.push(prompt);
    return received({ id: `platform-${this.posts.length}`, ...(await this.onCreate()) });
  }

  async retrieveJob(_projectId: string, id: string): Promise<ReceivedJob> {
    this.polls += 1;
    return received({ id, ...(await this.onRetrieve()) });
  }

  async sendMessage(_projectId: string, id: string, prompt: string): Promise<ReceivedJob> {
    this.messages.push(prompt);
    return received({ id, ...(await this.onMessage()) });
  }
}

function received(fields: Record<string, unknown>): ReceivedJob {
  return receivedJob.parse({ status: "active", ...fields });
}
