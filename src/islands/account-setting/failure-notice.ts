import { toast } from 'react-hot-toast/headless'

/** Notice of the last failure in one part of the page. */
export interface FailureNotice {
  /** Replaces the notice before. */
  show(text: string): void
  /** Like `show`, but drops a text already shown by a failure at the same time. */
  join(text: string): void
  /** Removes the notice. */
  clear(): void
}

/** Failures within this time count as simultaneous. */
const TOGETHER_MS = 1000

export function createFailureNotice(): FailureNotice {
  let shown: { id: string; text: string; at: number } | undefined

  function clear(): void {
    // Without an id, all notices of the page would be dismissed.
    if (shown !== undefined) toast.dismiss(shown.id)
    shown = undefined
  }

  function show(text: string): void {
    clear()
    shown = { id: toast.error(text), text, at: Date.now() }
  }

  return {
    show,
    join(text) {
      if (shown?.text !== text || Date.now() - shown.at > TOGETHER_MS) show(text)
    },
    clear,
  }
}
