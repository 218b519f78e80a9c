/** Opens the services, starts background work, and stops both on shutdown. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { runUntilShutdown } = await import("./lib/services.ts");
  await runUntilShutdown();
}
