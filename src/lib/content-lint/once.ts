/** Makes a value when it is first asked for, and keeps it until it is to be forgotten. */
export function once<T>(make: () => T): { (): T; forget(): void } {
  let made: { value: T } | undefined
  return Object.assign(() => (made ??= { value: make() }).value, {
    forget: () => {
      made = undefined
    },
  })
}
