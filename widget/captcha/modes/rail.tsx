import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FormEvent, KeyboardEvent, ReactElement } from 'react'
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
  /** Name of the button that gives the answer. */
  confirm: string
  onConfirm(this: void, value: number, input: Input): void
}

/** Time that a drag rests before the range follows it, in milliseconds. */
const FOLLOW_MS = 200

/** The ways to move a track without dragging a picture, a native range and two buttons, and the answer below. */
export function Rail(props: RailProps): ReactElement {
  const { track, last, nudge, say, isBusy } = props
  const isMoved = useSyncExternalStore(track.subscribe, track.isMoved, track.isMoved)
  const range = useRef<HTMLInputElement>(null)
  const runner = useRef<HTMLSpanElement>(null)
  const by = useRef<Input>('keyboard')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = track.show((value) => {
      if (runner.current) runner.current.style.transform = `translateX(${(value / last) * 100}%)`
      // The range itself would be laid out at every frame of a drag, so it follows when that rests.
      clearTimeout(timer)
      timer = setTimeout(() => {
        const control = range.current
        if (!control) return
        // Not what was drawn: where frames are rare, keys have moved it on since.
        const now = track.value()
        if (control.valueAsNumber !== now) control.valueAsNumber = now
        control.setAttribute('aria-valuetext', say(now))
      }, FOLLOW_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [track, last, say])

  function onInput({ currentTarget: control }: FormEvent<HTMLInputElement>): void {
    track.move(control.valueAsNumber, by.current)
    // At once: it is read out with the value.
    control.setAttribute('aria-valuetext', say(control.valueAsNumber))
  }

  function onKeyDown(event: KeyboardEvent): void {
    by.current = 'keyboard'
    if (event.key !== 'Enter') return
    event.preventDefault()
    confirm()
  }

  function confirm(): void {
    if (isMoved && !isBusy) props.onConfirm(track.value(), track.input())
  }

  const nudgeButton = (sign: string, label: string, step: number): ReactElement => (
    <button
      type="button"
      className="nudge"
      aria-label={label}
      disabled={isBusy}
      onClick={() => track.move(track.value() + step, 'button')}
    >
      {sign}
    </button>
  )

  return (
    <>
      {/* Left and right stay the same in languages that are written from the right. */}
      <div className="rail" dir="ltr">
        {nudgeButton('−', props.less, -nudge)}
        <span className="slider">
          <span className="runner" aria-hidden="true" ref={runner} />
          <input
            type="range"
            ref={range}
            min={0}
            max={last}
            step={1}
            defaultValue={0}
            disabled={isBusy}
            aria-label={props.label}
            aria-describedby={props.describedBy}
            aria-valuetext={say(0)}
            onPointerDown={(event) => {
              by.current = inputOf(event.pointerType)
            }}
            onKeyDown={onKeyDown}
            onInput={onInput}
          />
        </span>
        {nudgeButton('+', props.more, nudge)}
      </div>
      <button type="button" className="main" disabled={!isMoved || isBusy} onClick={confirm}>
        {props.confirm}
      </button>
    </>
  )
}
