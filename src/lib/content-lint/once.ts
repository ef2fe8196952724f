/** Computes a value on first use and caches it until `forget` is called. */
export function once<T>(make: () => T): { (): T; forget(): void } {
  let result: { value: T } | undefined
  return Object.assign(() => (result ??= { value: make() }).value, {
    forget: () => {
      result = undefined
    },
  })
}
