// Preloaded into the server and the build, so that they exit when the process that started them is
// killed. Their workers inherit the preload but not the parent, and still need their channel.
if (process.env.ERRATA_STARTED_BY === String(process.ppid)) {
  process.channel?.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
