import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactElement } from 'react'
import type { Input } from '../../api.ts'
import { drawPart } from '../draw-part.ts'
import type { ModeViewProps } from '../mode-views.ts'
import { clampPlace, watchDrag } from './gesture.ts'

/** One press of − or +: within the tolerance, so that every place can be reached without a drag. */
const NUDGE = 4

/** A piece that slides along one row: by drag, by the range, by its keys or by the two buttons. */
export function SlideView(props: ModeViewProps<'slide'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts } = challenge
  const last = geom.w - geom.size
  const [x, setX] = useState(0)
  const [isDrawn, setDrawn] = useState(false)
  const [isMoved, setMoved] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const piece = useRef<HTMLCanvasElement>(null)
  const input = useRef<Input>('keyboard')
  const place = useRef(0)
  const id = useId()

  useEffect(() => {
    const canvases = [picture.current, piece.current] as const
    if (!canvases[0] || !canvases[1]) return
    let isGone = false
    Promise.all([drawPart(canvases[0], parts.bg), drawPart(canvases[1], parts.piece)]).then(
      () => {
        if (!isGone) setDrawn(true)
      },
      // An old browser, or a proxy that changed the reply: an empty frame would have no way on.
      () => {
        if (!isGone) session.unreadable()
      },
    )
    return () => {
      isGone = true
    }
  }, [parts, session])

  const move = useCallback(
    (to: number, by: Input) => {
      input.current = by
      place.current = clampPlace(to, last)
      setMoved(true)
      setX(place.current)
    },
    [last],
  )

  useEffect(() => {
    if (!piece.current || !frame.current || isBusy) return
    let from = 0
    return watchDrag(piece.current, frame.current, geom.w, {
      onStart: () => {
        from = place.current
      },
      onMove: (deltaX, by) => move(from + deltaX, by),
    })
  }, [geom.w, isBusy, move])

  function confirm(): void {
    if (isMoved && !isBusy) session.answer({ x }, input.current)
  }

  function onKeyDown(event: KeyboardEvent): void {
    input.current = 'keyboard'
    if (event.key !== 'Enter') return
    event.preventDefault()
    confirm()
  }

  const percent = Math.round((x / last) * 100)
  return (
    <div className="slide">
      <p className="task" id={`${id}-task`}>
        {messages.slideTask}
      </p>
      {/* The puzzle keeps its sides in languages written from the right. */}
      <div className="frame" dir="ltr" ref={frame} data-drawn={isDrawn}>
        <canvas
          ref={picture}
          width={geom.w}
          height={geom.h}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
          role="img"
          aria-label={messages.pictureLabel}
        />
        <canvas
          ref={piece}
          className="piece"
          width={geom.size}
          height={geom.size}
          aria-hidden="true"
          style={{
            left: `${(x / geom.w) * 100}%`,
            top: `${(geom.y / geom.h) * 100}%`,
            width: `${(geom.size / geom.w) * 100}%`,
          }}
        />
      </div>
      <div className="rail" dir="ltr">
        <button
          type="button"
          className="nudge"
          aria-label={messages.left}
          disabled={isBusy}
          onClick={() => move(x - NUDGE, 'button')}
        >
          −
        </button>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={x}
          disabled={isBusy}
          style={{ '--share': x / last } as CSSProperties}
          aria-label={messages.slideLabel}
          aria-describedby={`${id}-task`}
          aria-valuetext={messages.slidePlace(percent)}
          onPointerDown={(event) => {
            input.current =
              event.pointerType === 'touch' || event.pointerType === 'pen'
                ? event.pointerType
                : 'mouse'
          }}
          onKeyDown={onKeyDown}
          onChange={(event) => move(event.currentTarget.valueAsNumber, input.current)}
        />
        <button
          type="button"
          className="nudge"
          aria-label={messages.right}
          disabled={isBusy}
          onClick={() => move(x + NUDGE, 'button')}
        >
          +
        </button>
      </div>
      <button type="button" className="main" disabled={!isMoved || isBusy} onClick={confirm}>
        {isBusy ? messages.checking : messages.confirm}
      </button>
    </div>
  )
}
