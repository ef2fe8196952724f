import type { ReactElement } from 'react'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Words } from './words.ts'

/** Notices of the page, at most 20 at once: errors for 4 s, successes for 2 s, unless looked at. */
export function Toaster({ words }: { words: Words }): ReactElement {
  const { toasts, handlers } = useToaster()
  return (
    <div
      className="toasts"
      role="log"
      tabIndex={-1}
      aria-label={words.notices}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
    >
      {toasts
        .filter((notice) => notice.visible)
        .map((notice) => (
          <div key={notice.id} className={`toast ${notice.type}`}>
            <p>{resolveValue(notice.message, notice)}</p>
            <button
              aria-label={words.dismiss}
              onFocus={handlers.startPause}
              onBlur={handlers.endPause}
              onClick={({ currentTarget }) => {
                // It would take the focus with it without a blur, and hold all others for ever.
                currentTarget.closest<HTMLElement>('.toasts')?.focus()
                toast.dismiss(notice.id)
              }}
            >
              ×
            </button>
          </div>
        ))}
    </div>
  )
}
