/** Returns how many characters are normalized while `work` runs. */
export function normalizedLength(work: () => unknown): number {
  const original = String.prototype.normalize;
  let length = 0;
  String.prototype.normalize = function counted(this: string, form) {
    length += this.length;
    return original.call(this, form);
  };
  try {
    work();
  } finally {
    String.prototype.normalize = original;
  }
  return length;
}
