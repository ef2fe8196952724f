import type { Input } from '../api.ts'

/** One number that a person moves: by dragging a picture, by a range, its keys, or two buttons. */
export type Track = ReturnType<typeof createTrack>

/** Creates a track at 0; `fit` moves values into the range. */
export function createTrack(fit: (value: number) => number) {
  const listeners = new Set<() => void>()
  const painters = new Set<(value: number) => void>()
  let value = 0
  let input: Input = 'keyboard'
  let isMoved = false
  let frame = 0

  function draw(): void {
    frame = 0
    for (const paint of painters) paint(value)
  }

  return {
    value: () => value,
    /** Input device of the last move. */
    input: () => input,
    isMoved: () => isMoved,
    /** Tells when it was moved for the first time. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move(to: number, by: Input) {
      value = fit(to)
      input = by
      if (frame === 0) frame = requestAnimationFrame(draw)
      if (isMoved) return
      isMoved = true
      for (const listener of listeners) listener()
    },
    /** Paints at every change, at most once a frame. */
    show(paint: (value: number) => void): () => void {
      painters.add(paint)
      return () => painters.delete(paint)
    },
  }
}
