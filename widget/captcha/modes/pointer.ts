import type { Input } from '../api.ts'

/** Returns the input device of a pointer event. */
export function inputOf(pointerType: string): Extract<Input, 'mouse' | 'touch' | 'pen'> {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
}

/** A position in CSS pixels of the page. */
export interface ScreenPoint {
  clientX: number
  clientY: number
}

/** Handlers of a drag. */
export interface DragHandlers {
  onStart(at: ScreenPoint): void
  onMove(at: ScreenPoint, input: Input): void
}

/** Reports drags by any pointer; one that the system cancels ends without an answer. */
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
