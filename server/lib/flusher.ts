/** Writes what was gathered every few seconds, so that a flood of calls is no flood of statements. */
export type Flusher = ReturnType<typeof createFlusher>

export function createFlusher(write: () => Promise<void>, everyMs: number) {
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
    /** Writes now, and waits for what is being written. */
    flush,
    start: (onFault: (error: unknown) => void): void => {
      tell = onFault
      timer = setInterval(() => void flush().catch(onFault), everyMs).unref()
    },
    /** Stops, and writes a last time; what cannot be written then is lost, and `onFault` hears of it. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush().catch(tell)
    },
  }
}
