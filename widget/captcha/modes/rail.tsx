import { useEffect, useRef } from 'react'
import type { CSSProperties, KeyboardEvent, ReactElement } from 'react'
import type { Input } from '../api.ts'
import { inputOf } from './pointer.ts'
import type { Track } from './track.ts'

interface RailProps {
  track: Track
  last: number
  /** One press of − or +, small enough that every answer can be reached. */
  nudge: number
  label: string
  /** Names of the two buttons. */
  less: string
  more: string
  /** A value in words. */
  say(this: void, value: number): string
  describedBy: string
  isBusy: boolean
  onConfirm(this: void): void
}

/** The ways to move a track without dragging a picture: a native range and two buttons. */
export function Rail(props: RailProps): ReactElement {
  const { track, last, nudge, say, isBusy, onConfirm } = props
  const range = useRef<HTMLInputElement>(null)
  const by = useRef<Input>('keyboard')

  useEffect(
    () =>
      track.show((value) => {
        const control = range.current
        if (!control) return
        if (control.valueAsNumber !== value) control.valueAsNumber = value
        control.style.setProperty('--share', String(value / last))
        control.setAttribute('aria-valuetext', say(value))
      }),
    [track, last, say],
  )

  function onKeyDown(event: KeyboardEvent): void {
    by.current = 'keyboard'
    if (event.key !== 'Enter') return
    event.preventDefault()
    onConfirm()
  }

  return (
    // What moves to the right keeps moving to the right in languages written from there.
    <div className="rail" dir="ltr">
      <button
        type="button"
        className="nudge"
        aria-label={props.less}
        disabled={isBusy}
        onClick={() => track.move(track.value() - nudge, 'button')}
      >
        −
      </button>
      <input
        type="range"
        ref={range}
        min={0}
        max={last}
        step={1}
        defaultValue={0}
        disabled={isBusy}
        style={{ '--share': 0 } as CSSProperties}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-valuetext={say(0)}
        onPointerDown={(event) => {
          by.current = inputOf(event.pointerType)
        }}
        onKeyDown={onKeyDown}
        onInput={(event) => track.move(event.currentTarget.valueAsNumber, by.current)}
      />
      <button
        type="button"
        className="nudge"
        aria-label={props.more}
        disabled={isBusy}
        onClick={() => track.move(track.value() + nudge, 'button')}
      >
        +
      </button>
    </div>
  )
}
