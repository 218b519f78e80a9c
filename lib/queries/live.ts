/** Whether the server announces changes. Polls are then only a safety net. */
export const liveState = { isLive: false };

/** Milliseconds between two polls of what is announced when it changes. */
const LIVE_INTERVAL = 60_000;

/** Returns the milliseconds between two polls. @param usual without announcements */
export function safetyInterval(usual: number): number {
  return liveState.isLive ? LIVE_INTERVAL : usual;
}
