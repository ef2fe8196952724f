/** A place in units of a picture. */
export type Point = readonly [x: number, y: number]

/** Marks in order, and the cross that the keyboard moves. */
export interface Marks {
  readonly points: readonly Point[]
  readonly cross: Point
}

/** A picture to mark. */
export interface Ground {
  w: number
  h: number
  /** Number of marks in an answer. */
  count: number
}

/** Change of the marks, announced to screen readers. */
export type MarkNote = 'set' | 'moved' | 'removed' | 'full' | 'none'

/** Step of an arrow key, without and with Shift. */
const STEP = 8
const FINE_STEP = 1
/** Step of Page Up and Page Down. */
const LONG_STEP = 40
/** A click within this distance removes a mark. */
const REACH = 14

/** Returns the initial state, with the cross in the middle. */
export function noMarks(ground: Ground): Marks {
  return { points: [], cross: [Math.round(ground.w / 2), Math.round(ground.h / 2)] }
}

function within(value: number, last: number): number {
  return Math.round(Math.min(last, Math.max(0, value)))
}

/** Returns the nearest whole point inside the picture. */
export function clampPoint([x, y]: Point, { w, h }: Ground): Point {
  return [within(x, w - 1), within(y, h - 1)]
}

/** Moves the cross by a key; undefined for keys that do not move it. */
export function moveCross(
  marks: Marks,
  key: string,
  isFine: boolean,
  ground: Ground,
): Marks | undefined {
  const [x, y] = marks.cross
  const step = isFine ? FINE_STEP : STEP
  const to = (
    {
      ArrowLeft: [x - step, y],
      ArrowRight: [x + step, y],
      ArrowUp: [x, y - step],
      ArrowDown: [x, y + step],
      PageUp: [x, y - LONG_STEP],
      PageDown: [x, y + LONG_STEP],
      Home: [0, y],
      End: [ground.w, y],
    } satisfies Record<string, Point> as Record<string, Point | undefined>
  )[key]
  return to && { ...marks, cross: clampPoint(to, ground) }
}

/** Adds a mark or removes the one there; a single mark moves instead. */
export function markAt(marks: Marks, at: Point, ground: Ground): [marks: Marks, note: MarkNote] {
  const cross = clampPoint(at, ground)
  const { points } = marks
  const near = points.findIndex(([x, y]) => Math.hypot(x - cross[0], y - cross[1]) <= REACH)
  if (near >= 0) return [{ points: points.filter((_, i) => i !== near), cross }, 'removed']
  if (ground.count === 1) return [{ points: [cross], cross }, points.length > 0 ? 'moved' : 'set']
  if (points.length >= ground.count) return [{ points, cross }, 'full']
  return [{ points: [...points, cross], cross }, 'set']
}

/** Removes the last mark. */
export function undoMark(marks: Marks): [marks: Marks, note: MarkNote] {
  if (marks.points.length === 0) return [marks, 'none']
  return [{ ...marks, points: marks.points.slice(0, -1) }, 'removed']
}
