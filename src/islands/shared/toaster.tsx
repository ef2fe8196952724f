import type { ReactElement } from 'react'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Messages } from '../../messages/messages.ts'

/**
 * Shows at most 20 notices: errors for 4 s, successes for 2 s, longer under the pointer. What is running
 * is shown at its button, so no notice is one of loading.
 */
export function Toaster({ messages }: { messages: Messages['account']['settings'] }): ReactElement {
  const { toasts, handlers } = useToaster()
  return (
    <div
      className="toasts"
      role="log"
      tabIndex={-1}
      aria-label={messages.notices}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
    >
      {toasts
        .filter((notice) => notice.visible)
        .map((notice) => (
          <div key={notice.id} className={`toast ${notice.type}`}>
            <p>{resolveValue(notice.message, notice)}</p>
            <button
              aria-label={messages.dismiss}
              onFocus={handlers.startPause}
              onBlur={handlers.endPause}
              onClick={({ currentTarget }) => {
                // The button would take the focus with it without a blur event, and the timers
                // would never resume.
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
