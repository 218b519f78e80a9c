import "server-only";

/** The project of the embedded platform on its first start. */
export const SAMPLE_PROJECT = { id: "docs", name: "Parcel Relay Docs" };

/** Where the sample documentation is said to be published; a reserved name that never resolves. */
export const SAMPLE_SITE_URL = "https://docs.parcelrelay.example";
