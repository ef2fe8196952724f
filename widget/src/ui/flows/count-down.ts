import { atom } from 'nanostores'

const TICK_MS = 1000

/** Creates what counts seconds down to 0. */
export function createCountDown() {
  const $left = atom(0)
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    $left,
    start(seconds: number) {
      clearInterval(timer)
      // By the clock, since a background tab ticks late.
      const end = Date.now() + seconds * TICK_MS
      $left.set(Math.max(0, Math.ceil(seconds)))
      timer = setInterval(() => {
        const left = Math.max(0, Math.ceil((end - Date.now()) / TICK_MS))
        $left.set(left)
        if (left === 0) clearInterval(timer)
      }, TICK_MS)
    },
    stop() {
      clearInterval(timer)
      $left.set(0)
    },
  }
}
