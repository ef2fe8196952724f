/** Computes a value on first use and caches it until `forget` is called. */
export function once<T>(make: () => T): { (): T; forget(): void } {
  let made: { value: T } | undefined
  return Object.assign(() => (made ??= { value: make() }).value, {
    forget: () => {
      made = undefined
    },
  })
}
