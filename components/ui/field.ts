/** CSS classes of a text field. */
export const fieldClass = "field";
