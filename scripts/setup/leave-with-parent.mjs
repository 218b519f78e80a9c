// Preloaded into the server: should the start script be killed outright, the server ends as well.
process.channel?.unref();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
