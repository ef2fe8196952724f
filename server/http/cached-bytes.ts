/** What a file is at most of all that is kept: one large download must not push all else out. */
const LARGEST_PART = 8

/** Bytes that were asked for lately. */
export interface CachedBytes<Key extends object> {
  get(key: Key): Buffer | undefined
  keep(key: Key, bytes: Buffer): void
}

/** Keeps what was asked for last, `most` bytes in all: a site may have more pages than memory. */
export function cacheBytes<Key extends object>(most: number): CachedBytes<Key> {
  // Oldest first.
  const kept = new Map<Key, Buffer>()
  let total = 0

  function drop(key: Key): Buffer | undefined {
    const bytes = kept.get(key)
    if (kept.delete(key)) total -= bytes?.length ?? 0
    return bytes
  }

  function add(key: Key, bytes: Buffer): void {
    kept.set(key, bytes)
    total += bytes.length
  }

  return {
    get: (key) => {
      const bytes = drop(key)
      if (bytes !== undefined) add(key, bytes)
      return bytes
    },
    keep: (key, bytes) => {
      drop(key)
      if (bytes.length > most / LARGEST_PART) return
      add(key, bytes)
      for (const oldest of kept.keys()) {
        if (total <= most) return
        drop(oldest)
      }
    },
  }
}
