/** Keeps a value that survives a reload of this tab, where the page has a storage. */
export function createTabStorage<Value>(
  isValue: (stored: unknown) => stored is Value,
  key: () => string,
) {
  function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      return act(sessionStorage)
    } catch {
      // It may be forbidden, or hold something else under this key.
      return undefined
    }
  }
  return {
    write(value: Value) {
      withStorage((storage) => storage.setItem(key(), JSON.stringify(value)))
    },
    read: (): Value | undefined =>
      withStorage((storage) => {
        const value: unknown = JSON.parse(storage.getItem(key()) ?? 'null')
        return isValue(value) ? value : undefined
      }),
    forget() {
      withStorage((storage) => storage.removeItem(key()))
    },
  }
}
