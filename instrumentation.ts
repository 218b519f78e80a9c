/** Opens the services and starts the work in the background, once per server process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { services } = await import("./lib/services.ts");
  await services();
}
