/** The steps of a drag, in pixels of the picture. */
export interface DragHandlers {
  onStart(): void
  /** How far the piece is from where the drag began. */
  onMove(deltaX: number, input: 'mouse' | 'touch' | 'pen'): void
}

/** A distance on the screen in pixels of the picture, however large that is shown. */
export function toPicture(distance: number, shownWidth: number, pictureWidth: number): number {
  return shownWidth > 0 ? (distance / shownWidth) * pictureWidth : 0
}

/** Keeps a place inside the picture, on whole pixels. */
export function clampPlace(x: number, last: number): number {
  return Math.round(Math.min(last, Math.max(0, x)))
}

function inputOf(type: string): 'mouse' | 'touch' | 'pen' {
  return type === 'touch' || type === 'pen' ? type : 'mouse'
}

/**
 * Lets a pointer of any kind drag a handle. A drag the system takes away ends where it is: it is
 * neither an answer nor a failure.
 */
export function watchDrag(
  handle: HTMLElement,
  frame: HTMLElement,
  pictureWidth: number,
  handlers: DragHandlers,
): () => void {
  let startX: number | undefined
  const life = new AbortController()
  const { signal } = life

  handle.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return
      event.preventDefault()
      handle.setPointerCapture(event.pointerId)
      startX = event.clientX
      handlers.onStart()
    },
    { signal },
  )
  handle.addEventListener(
    'pointermove',
    (event) => {
      if (startX === undefined) return
      const width = frame.getBoundingClientRect().width
      const delta = toPicture(event.clientX - startX, width, pictureWidth)
      handlers.onMove(delta, inputOf(event.pointerType))
    },
    { signal },
  )
  const end = () => {
    startX = undefined
  }
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    handle.addEventListener(name, end, { signal })
  }
  return () => life.abort()
}
