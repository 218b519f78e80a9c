import "server-only";

/** The built-in platform's first project. */
export const SAMPLE_PROJECT = { id: "docs", name: "Parcel Relay Docs" };

/** URL of the sample documentation site. The reserved domain never resolves. */
export const SAMPLE_SITE_URL = "https://docs.parcelrelay.example";
