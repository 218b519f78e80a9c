/** Most gzipped KiB of the inbox's JavaScript until the page is idle, with either platform. */
export const MAX_JAVASCRIPT_KIB = 200;
