import { useEffect, useId, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { Mode, ModeViewProps } from '../mode.ts'
import { watchDrag } from '../pointer.ts'
import { Rail } from '../rail.tsx'
import { createTrack } from '../track.ts'
import { usePaint } from '../use-paint.ts'
import { directionFrom, wrapDegrees } from './gesture.ts'

/** The last whole degree before a full turn. */
const LAST_DEGREE = 359

/** A disc that is turned upright: by turning it, by the range, by its keys or by the two buttons. */
function WhirlView(props: ModeViewProps<'whirl'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts } = challenge
  const disc = useRef<HTMLCanvasElement>(null)
  const isDrawn = usePaint(disc, parts.disc, session)
  const [track] = useState(() => createTrack(wrapDegrees))
  const id = useId()

  useEffect(
    () =>
      track.show((degrees) => {
        if (disc.current) disc.current.style.transform = `rotate(${degrees}deg)`
      }),
    [track],
  )

  useEffect(() => {
    const handle = disc.current
    if (!handle || isBusy) return
    let middle = { clientX: 0, clientY: 0 }
    let offset = 0
    return watchDrag(handle, {
      onStart(at) {
        // A turned square is larger, but its middle stays where it is.
        const box = handle.getBoundingClientRect()
        middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
        offset = track.value() - directionFrom(middle, at)
      },
      onMove: (at, by) => track.move(directionFrom(middle, at) + offset, by),
    })
  }, [isBusy, track])

  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {messages.whirlTask}
      </p>
      <div className="frame is-disc" dir="ltr" data-drawn={isDrawn}>
        <canvas
          ref={disc}
          className="disc"
          width={geom.size}
          height={geom.size}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
          role="img"
          aria-label={messages.whirlPicture}
        />
      </div>
      <Rail
        track={track}
        last={LAST_DEGREE}
        nudge={geom.step}
        label={messages.whirlLabel}
        less={messages.turnLeft}
        more={messages.turnRight}
        say={messages.whirlPlace}
        describedBy={`${id}-task`}
        isBusy={isBusy}
        confirm={messages.confirm}
        onConfirm={(deg, input) => session.answer({ deg }, input)}
      />
    </div>
  )
}

/** The mode of the kind `whirl`. */
export const whirl: Mode<'whirl'> = {
  View: WhirlView,
  task: (_challenge, messages) => messages.whirlTask,
  hint: (_challenge, messages) => messages.whirlHint,
}
