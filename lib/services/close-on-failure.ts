import "server-only";

/** What `opening` gives; where it fails, the database is closed, as the next try opens its own. */
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
