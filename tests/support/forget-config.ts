/** Makes this process read its configuration from the variables again, as another process would. */
export function forgetConfig(): void {
  Reflect.deleteProperty(globalThis, Symbol.for("errata.config"));
}
