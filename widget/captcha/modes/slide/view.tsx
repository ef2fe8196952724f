import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { Mode, ModeViewProps } from '../mode.ts'
import { watchDrag } from '../pointer.ts'
import { Rail } from '../rail.tsx'
import { createTrack } from '../track.ts'
import { usePaint } from '../use-paint.ts'
import { clampPlace, toPicture } from './gesture.ts'

/** One press of − or +: within the tolerance, so that every place can be reached without a drag. */
const NUDGE = 4

/** A piece that slides along one row: by drag, by the range, by its keys or by the two buttons. */
function SlideView(props: ModeViewProps<'slide'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts } = challenge
  const last = geom.w - geom.size
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const piece = useRef<HTMLCanvasElement>(null)
  const isPictureDrawn = usePaint(picture, parts.bg, session)
  const isPieceDrawn = usePaint(piece, parts.piece, session)
  const [track] = useState(() => createTrack((x) => clampPlace(x, last)))
  const id = useId()
  const say = useCallback(
    (x: number) => messages.slidePlace(Math.round((x / last) * 100)),
    [messages, last],
  )

  useEffect(
    () =>
      track.show((x) => {
        // In percent of the piece itself, so that its shown size need not be measured.
        if (piece.current) piece.current.style.transform = `translateX(${(x / geom.size) * 100}%)`
      }),
    [track, geom.size],
  )

  useEffect(() => {
    const handle = piece.current
    if (!handle || isBusy) return
    let from = 0
    let startX = 0
    let shownWidth = 0
    return watchDrag(handle, {
      onStart({ clientX }) {
        from = track.value()
        startX = clientX
        shownWidth = frame.current?.getBoundingClientRect().width ?? 0
      },
      onMove: ({ clientX }, by) =>
        track.move(from + toPicture(clientX - startX, shownWidth, geom.w), by),
    })
  }, [geom.w, isBusy, track])

  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {messages.slideTask}
      </p>
      {/* The puzzle keeps its sides in languages written from the right. */}
      <div
        className="frame"
        dir="ltr"
        ref={frame}
        data-drawn={isPictureDrawn && isPieceDrawn}
        style={{ aspectRatio: `${geom.w} / ${geom.h}` }}
      >
        <canvas
          ref={picture}
          width={geom.w}
          height={geom.h}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
          role="img"
          aria-label={messages.slidePicture}
        />
        <canvas
          ref={piece}
          className="piece"
          width={geom.size}
          height={geom.size}
          aria-hidden="true"
          style={{
            top: `${(geom.y / geom.h) * 100}%`,
            width: `${(geom.size / geom.w) * 100}%`,
          }}
        />
      </div>
      <Rail
        track={track}
        last={last}
        nudge={NUDGE}
        label={messages.slideLabel}
        less={messages.left}
        more={messages.right}
        say={say}
        describedBy={`${id}-task`}
        isBusy={isBusy}
        confirm={messages.confirm}
        onConfirm={(x, input) => session.answer({ x }, input)}
      />
    </div>
  )
}

/** The mode of the kind `slide`. */
export const slide: Mode<'slide'> = {
  View: SlideView,
  task: (_challenge, messages) => messages.slideTask,
  hint: (_challenge, messages) => messages.slideHint,
}
