import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { Session } from '../session.ts'
import { drawPicture } from './draw-picture.ts'

/** Draws a part of a puzzle to a canvas, and says whether it is there. */
export function usePaint(
  canvas: RefObject<HTMLCanvasElement | null>,
  part: string,
  session: Pick<Session, 'unreadable'>,
): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!canvas.current) return
    let isGone = false
    drawPicture(canvas.current, part, 'image/webp').then(
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
  }, [canvas, part, session])
  return isDrawn
}
