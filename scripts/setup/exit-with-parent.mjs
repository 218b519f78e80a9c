// Preloaded into the server and the build: should their start be killed outright, they end as well.
// Their own workers inherit the preload but not the parent, and need their channel.
if (process.env.ERRATA_STARTED_BY === String(process.ppid)) {
  process.channel?.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
