/** Writes what was gathered every few seconds, so that a flood of calls is no flood of statements. */
export interface Flusher {
  /** Writes now, and waits for what is being written. */
  flush(): Promise<void>
  start(onFault: (error: unknown) => void): void
  /** Stops, and writes a last time; what cannot be written then is lost, and `onFault` hears of it. */
  close(): Promise<void>
}

export function createFlusher(write: () => Promise<void>, everyMs: number): Flusher {
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let tell = (error: unknown): void => {
    throw error
  }

  // One after another, so that whoever waits for one waits for those under way, too.
  function flush(): Promise<void> {
    written = written.then(write, write)
    return written
  }

  return {
    flush,
    start: (onFault) => {
      tell = onFault
      timer = setInterval(() => void flush().catch(onFault), everyMs).unref()
    },
    close: async () => {
      clearInterval(timer)
      await flush().catch(tell)
    },
  }
}
