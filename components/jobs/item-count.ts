/** Formats a number of items: "1 item", "1,200 items". */
export const itemCount = (count: number) =>
  count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
