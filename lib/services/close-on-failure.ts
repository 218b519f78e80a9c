import "server-only";

/** Awaits `opening`. Closes the database if it fails, because the next attempt opens a new one. */
export async function closeOnFailure<Opened>(
  database: { close(): Promise<void> },
  opening: Promise<Opened>,
): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    await database.close();
    throw error;
  }
}
