import { toast } from 'react-hot-toast/headless'

/** The notice of what failed last in one place of the page. */
export interface FailureNotice {
  /** Takes the place of the one before. */
  show(text: string): void
  /** The same, for one of several that fail together: what was just said is not said again. */
  join(text: string): void
  /** Takes it away, for what failed is tried anew or went well. */
  clear(): void
}

/** What fails within this time fails together. */
const TOGETHER_MS = 1000

/** Makes it for one place. */
export function createFailureNotice(): FailureNotice {
  let shown: { id: string; text: string; at: number } | undefined

  function clear(): void {
    // Without a name all notices of the page would go.
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
