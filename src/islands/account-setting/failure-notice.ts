import toast from 'react-hot-toast/headless'

/** The notice of what failed last in one place of the page. */
export interface FailureNotice {
  /** Takes the place of the one before. */
  show(text: string): void
  /** Takes it away, for what failed is tried anew or went well. */
  clear(): void
}

/** Makes it for one place. */
export function createFailureNotice(): FailureNotice {
  let shown: string | undefined

  function clear(): void {
    // Without a name all notices of the page would go.
    if (shown !== undefined) toast.dismiss(shown)
    shown = undefined
  }

  return {
    show(text) {
      clear()
      shown = toast.error(text)
    },
    clear,
  }
}
