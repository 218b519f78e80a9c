import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { isAlive } from "../../scripts/setup/processes.mjs";
import { type Server, serve } from "../../scripts/setup/serve.mjs";
import { testDistDir } from "./build.ts";
import { configurationVariables, unconfigured } from "./environment.ts";

export type Environment = Record<string, string>;

/** A process of the real build, in which Errata can be closed and opened again with other data and variables. */
export interface ServerProcess {
  port: number;
  pid: number;
  isRunning(): boolean;
  /** Everything the process has written: its first line, and what followed since Errata was closed last. */
  output(): string;
  /** Closes Errata, if it's open, and opens it with these variables. */
  open(env: Environment): Promise<void>;
  close(): Promise<void>;
  /** Ends the process as `npm start` does. */
  stop(): Promise<void>;
  /** Ends it immediately, like a power cut. */
  kill(): Promise<void>;
}

const preload = fileURLToPath(new URL("./reopen.mjs", import.meta.url));

/** Variables that a process reads once. `HOST` is where it listens. */
const READ_ONCE = ["HOST", "TRUSTED_PROXIES", "DEMO"];

/** Processes of this worker in which Errata is closed. Starting one takes many times as long as opening Errata in it. */
const idle: { process: ServerProcess; kind: string }[] = [];
const MAX_IDLE = 2;

/** What has to be the same for two Erratas that one process opens in turn. */
function kindOf(env: Environment): string {
  const own = Object.entries(env).filter(
    ([name]) => READ_ONCE.includes(name) || !configurationVariables.includes(name),
  );
  return JSON.stringify([...own, env.PUBLIC_URL?.startsWith("https:") === true]);
}

/** Opens Errata in a process of this worker, or else in a new one. */
export async function openInAnyProcess(
  envFor: (port: number) => Environment,
): Promise<ServerProcess> {
  const at = idle.findIndex(({ process, kind }) => kindOf(envFor(process.port)) === kind);
  const [found] = at < 0 ? [] : idle.splice(at, 1);
  if (!found) {
    const port = await freePort();
    return startProcess(envFor(port), port, testDistDir);
  }
  const { process } = found;
  try {
    await process.open(envFor(process.port));
  } catch (error) {
    await process.stop();
    throw error;
  }
  return process;
}

/** Closes Errata, and keeps its process for the next one. */
export async function keepProcess(process: ServerProcess, env: Environment): Promise<void> {
  await process.close();
  idle.push({ process, kind: kindOf(env) });
  if (idle.length > MAX_IDLE) await idle.shift()?.process.stop();
}

/** Ends the processes that are kept. */
export async function endKeptProcesses(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ process }) => process.stop()));
}

/** Starts the real build and waits until it is healthy. Only the variables in `env` configure it. */
export async function startProcess(
  env: Environment,
  port: number,
  distDir: string,
): Promise<ServerProcess> {
  let written = "";
  const server = await serve({
    host: env.HOST ?? "127.0.0.1",
    port,
    distDir,
    preload,
    // It costs a fifth of the processor time.
    saveMemory: false,
    env: { ...unconfigured, ...env },
    onOutput: (text) => {
      written += text;
    },
  });
  const ask = createQuestions(server);
  const firstLine = written.slice(0, written.indexOf("\n") + 1);
  return {
    port,
    pid: server.pid,
    stop: server.stop,
    kill: server.kill,
    isRunning: () => isAlive(server.pid),
    output: () => written,
    open: (changed) => ask({ ...unconfigured, PORT: String(port), HOST: "", ...changed }),
    close: async () => {
      await ask(null);
      written = firstLine;
    },
  };
}

/** Returns a function that sends variables to a process, or null, and waits for its answer. */
function createQuestions({ child, ended, output }: Server) {
  let last = 0;
  return (env: Environment | null): Promise<void> => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const receive = (answer: { id: number; error: string | null }) => {
        if (answer.id !== id) return;
        child.off("message", receive);
        // What the process wrote before its answer has arrived as well by then.
        if (answer.error === null) setImmediate(resolve);
        else reject(new Error(answer.error));
      };
      child.on("message", receive);
      void ended.then(() => reject(new Error(`The server ended.\n${output()}`)));
      child.send({ id, env });
    });
  };
}
