/** Fails unless both are the same value, or the same JSON. */
export function equal<Value>(actual: Value, expected: Value, what = 'value'): void {
  const [is, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== expectedText) throw new Error(`${what}: ${is} instead of ${expectedText}`)
}

/** Fails unless the condition holds. */
export function ok(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what)
}
