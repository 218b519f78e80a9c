/** Opens the services, starts the work in the background, and ends both when asked to. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { services } = await import("./lib/services.ts");
  const opened = await services();
  // Next is told to leave signals alone: it would go before running agents are ended and leases
  // given back, and a coding agent in a process group of its own would outlive the server.
  const leave = () => {
    opened.stop().finally(() => process.exit(0));
  };
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
}
