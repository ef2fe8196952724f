/** What a component remembers from one drawing to the next. */
export interface Memory {
  readonly cells: Cell[]
  /** Effects of this drawing, run once it is in the page. */
  readonly pending: (() => void)[]
  /** Draws again soon. */
  redraw(): void
}

interface Cell {
  value?: unknown
  inputs?: readonly unknown[] | undefined
  undo?: (() => void) | undefined
}

let current: { memory: Memory; next: number } | undefined
let ids = 0

/** Draws with hooks that belong to `memory`. */
export function withMemory<Value>(memory: Memory, draw: () => Value): Value {
  const before = current
  current = { memory, next: 0 }
  try {
    return draw()
  } finally {
    current = before
  }
}

/** Undoes every effect of a component that goes. */
export function forget(memory: Memory): void {
  for (const cell of memory.cells) cell.undo?.()
}

function take(): { cell: Cell; isNew: boolean; memory: Memory } {
  if (!current) throw new Error('passport-captcha: a hook was called outside a component')
  const { memory } = current
  const at = current.next++
  const known = memory.cells[at]
  const cell = known ?? {}
  memory.cells[at] = cell
  return { cell, isNew: !known, memory }
}

function isSame(a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.every((value, i) => Object.is(value, b[i]))
}

/** State of a component: React's `useState`. */
export function useState(start: unknown): [unknown, (next: unknown) => void] {
  const { cell, isNew, memory } = take()
  if (isNew) cell.value = typeof start === 'function' ? (start as () => unknown)() : start
  const set = (next: unknown) => {
    const value = typeof next === 'function' ? (next as (v: unknown) => unknown)(cell.value) : next
    if (Object.is(value, cell.value)) return
    cell.value = value
    memory.redraw()
  }
  return [cell.value, set]
}

/** A box that outlives drawings: React's `useRef`. */
export function useRef(start: unknown): unknown {
  const { cell, isNew } = take()
  if (isNew) cell.value = { current: start }
  return cell.value
}

/** A function that stays the same as long as its inputs do: React's `useCallback`. */
export function useCallback(callback: unknown, inputs: readonly unknown[]): unknown {
  const { cell } = take()
  if (!isSame(cell.inputs, inputs)) {
    cell.value = callback
    cell.inputs = inputs
  }
  return cell.value
}

/** Something done after drawing, undone before it is done again: React's `useEffect`. */
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void {
  const { cell, memory } = take()
  if (isSame(cell.inputs, inputs)) return
  cell.inputs = inputs
  memory.pending.push(() => {
    cell.undo?.()
    cell.undo = effect() ?? undefined
  })
}

/** An id that no other component has: React's `useId`. */
export function useId(): unknown {
  const { cell, isNew } = take()
  if (isNew) cell.value = `t${ids++}`
  return cell.value
}

/** A value kept elsewhere: React's `useSyncExternalStore`. */
export function useSyncExternalStore(
  subscribe: (listener: () => void) => () => void,
  read: () => unknown,
): unknown {
  const [value, set] = useState(read)
  useEffect(() => {
    const update = () => set(() => read())
    // It may have changed between drawing and now.
    update()
    return subscribe(update)
  }, [subscribe, read])
  return value
}
