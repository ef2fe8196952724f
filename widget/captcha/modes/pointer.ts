import type { Input } from '../api.ts'

/** With what a pointer event was made. */
export function inputOf(pointerType: string): Extract<Input, 'mouse' | 'touch' | 'pen'> {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
}

/** A place on the screen, in pixels of the page. */
export interface ScreenPoint {
  clientX: number
  clientY: number
}

/** The steps of a drag. */
export interface DragHandlers {
  onStart(at: ScreenPoint): void
  onMove(at: ScreenPoint, input: Input): void
}

/**
 * Lets a pointer of any kind drag something, also beyond its edge. A drag the system takes away ends
 * where it is: it is neither an answer nor a failure.
 */
export function watchDrag(handle: HTMLElement, handlers: DragHandlers): () => void {
  let isDragging = false
  const life = new AbortController()
  const { signal } = life

  handle.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return
      event.preventDefault()
      handle.setPointerCapture(event.pointerId)
      isDragging = true
      handlers.onStart(event)
    },
    { signal },
  )
  handle.addEventListener(
    'pointermove',
    (event) => {
      if (isDragging && event.isPrimary) handlers.onMove(event, inputOf(event.pointerType))
    },
    { signal },
  )
  const end = () => {
    isDragging = false
  }
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    handle.addEventListener(name, end, { signal })
  }
  return () => life.abort()
}
