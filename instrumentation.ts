/** Opens the services, starts the work in the background, and ends both when asked to. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { runUntilShutdown } = await import("./lib/services.ts");
  await runUntilShutdown();
}
