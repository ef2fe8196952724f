import type { Challenge } from '#protocol/captcha/challenge.ts'
import { solveWork } from './proof-of-work.ts'

/** The work of a challenge, which goes on while its picture is solved. */
export type Work = ReturnType<typeof startWork>

/** Starts the work of a challenge. */
export function startWork({ pow }: Pick<Challenge, 'pow'>) {
  const stop = new AbortController()
  let share = 0
  let listener: (() => void) | undefined
  const onProgress = (now: number): void => {
    const isNews = Math.floor(now * 100) > Math.floor(share * 100)
    share = now
    if (isNews) listener?.()
  }
  const proof = solveWork(pow, { signal: stop.signal, onProgress })
  // Prevents an unhandled rejection if nobody waits for the proof, or not yet.
  proof.catch(() => undefined)
  return {
    proof,
    /** Returns the completed share, 0 to 1. */
    share: () => share,
    /** Calls back at each hundredth: drawing must not cost what computing needs. */
    watch: (next: () => void) => {
      listener = next
    },
    stop: () => stop.abort(),
  }
}
