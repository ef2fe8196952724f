import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, ReactElement } from 'react'
import type { Answer, Input } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import { markAt, moveCross, noMarks, undoMark } from './marks.ts'
import type { MarkNote, Marks, Point } from './marks.ts'
import type { ModeViewProps } from './mode.ts'
import { inputOf } from './pointer.ts'
import { usePaint } from './use-paint.ts'

interface BoardProps extends ModeViewProps<'text' | '3d'> {
  /** Description of the picture that does not reveal the answer. */
  label: string
  /** Id of the task. */
  describedBy: string
}

/** Delay before the position of the cross is read out. */
const SAY_AFTER_MS = 400

function noteWords(note: MarkNote, marks: Marks, count: number, messages: Messages): string {
  switch (note) {
    case 'set':
    case 'moved': {
      const set = messages.marked(marks.points.length, count)
      return marks.points.length === count ? `${set}. ${messages.allMarked}` : set
    }
    case 'removed':
      return messages.unmarked(marks.points.length)
    case 'full':
      return messages.allMarked
    case 'none':
      return messages.unmarked(0)
  }
}

function percent(place: number, whole: number): string {
  return `${(place / whole) * 100}%`
}

/** Picture on which marks are set in order, by pointer or by a cross that keys move. */
export function Board(props: BoardProps): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom: ground, parts } = challenge
  const { w, h, count } = ground
  const [marks, setMarks] = useState(() => noMarks(ground))
  const [status, say] = useState('')
  const [hasKeys, setKeys] = useState(false)
  const picture = useRef<HTMLCanvasElement>(null)
  const isDrawn = usePaint(picture, parts.bg, session)
  const board = useRef<HTMLDivElement>(null)
  const input = useRef<Input>('mouse')
  const id = useId()
  const isFull = marks.points.length === count

  // The position is read out when the cross rests, not at every step.
  const [x, y] = marks.cross
  useEffect(() => {
    if (!hasKeys) return
    const timer = setTimeout(
      () => say(messages.cross(Math.round((x / w) * 100), Math.round((y / h) * 100))),
      SAY_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [hasKeys, x, y, w, h, messages])

  function change([next, note]: [marks: Marks, note: MarkNote]): void {
    setMarks(next)
    say(noteWords(note, next, count, messages))
  }

  function onClick(event: MouseEvent): void {
    if (isBusy || !board.current) return
    const box = board.current.getBoundingClientRect()
    const at: Point = [
      ((event.clientX - box.x) / box.width) * w,
      ((event.clientY - box.y) / box.height) * h,
    ]
    setKeys(false)
    change(markAt(marks, at, ground))
  }

  function confirm(): void {
    if (!isFull || isBusy) return
    const answer: Answer = { points: marks.points.map(([px, py]) => [px, py]) }
    session.answer(answer, input.current)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isBusy || event.ctrlKey || event.altKey || event.metaKey) return
    const moved = moveCross(marks, event.key, event.shiftKey, ground)
    if (moved) setMarks(moved)
    else if (event.key === 'Backspace' || event.key === 'Delete') change(undoMark(marks))
    else if (event.key === 'Enter' && isFull) confirm()
    else if (event.key === 'Enter' || event.key === ' ') change(markAt(marks, marks.cross, ground))
    else return
    event.preventDefault()
    input.current = 'keyboard'
    setKeys(true)
  }

  return (
    <>
      {/* Marks keep their place on right-to-left pages. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has a role */}
      <div
        className="frame is-board"
        dir="ltr"
        ref={board}
        // Arrow keys control the cross instead of a screen reader's cursor.
        role="application"
        aria-label={props.label}
        aria-describedby={`${props.describedBy} ${id}-keys`}
        aria-disabled={isBusy}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move its cross
        tabIndex={0}
        data-drawn={isDrawn}
        data-keys={hasKeys}
        style={{ aspectRatio: `${w} / ${h}` }}
        onPointerDown={(event) => {
          input.current = inputOf(event.pointerType)
        }}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <canvas ref={picture} width={w} height={h} aria-hidden="true" />
        {marks.points.map(([px, py], i) => (
          <span
            key={`${px} ${py}`}
            className="mark"
            aria-hidden="true"
            style={{ left: percent(px, w), top: percent(py, h) }}
          >
            {count > 1 ? i + 1 : ''}
          </span>
        ))}
        <span
          className="cross"
          aria-hidden="true"
          style={{ transform: `translate(${percent(x, w)}, ${percent(y, h)})` }}
        />
      </div>
      <p id={`${id}-keys`} className="keys">
        {messages.boardKeys}
      </p>
      <output className="unseen">{status}</output>
      <div className="acts">
        <button
          type="button"
          className="side"
          disabled={marks.points.length === 0 || isBusy}
          onClick={() => change(undoMark(marks))}
        >
          {messages.undo}
        </button>
        <button type="button" className="main" disabled={!isFull || isBusy} onClick={confirm}>
          {messages.confirm}
        </button>
      </div>
    </>
  )
}
