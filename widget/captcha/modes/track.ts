import type { Input } from '../api.ts'

/** One number that a person moves: by dragging a picture, by a range, its keys, or two buttons. */
export interface Track {
  value(): number
  /** Input device of the last move. */
  input(): Input
  isMoved(): boolean
  /** Tells when it was moved for the first time. */
  subscribe(listener: () => void): () => void
  move(to: number, by: Input): void
  /** Paints at every change, at most once a frame. */
  show(paint: (value: number) => void): () => void
}

/** Creates a track at 0; `fit` moves values into the range. */
export function createTrack(fit: (value: number) => number): Track {
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
    input: () => input,
    isMoved: () => isMoved,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move(to, by) {
      value = fit(to)
      input = by
      if (frame === 0) frame = requestAnimationFrame(draw)
      if (isMoved) return
      isMoved = true
      for (const listener of listeners) listener()
    },
    show(paint) {
      painters.add(paint)
      return () => painters.delete(paint)
    },
  }
}
