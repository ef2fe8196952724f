/** Fails unless both are the same value, or the same JSON. */
export function equal<Value>(actual: Value, expected: Value, what = 'value'): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== wanted) throw new Error(`${what}: ${is} instead of ${wanted}`)
}

/** Fails unless the condition holds. */
export function ok(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what)
}
