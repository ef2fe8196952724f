/** Milliseconds that a notice is shown, longer under the pointer or the focus. */
const SHOWN_MS = { error: 4000, success: 2000 } as const
const MOST = 20

interface Notice {
  readonly element: HTMLElement
  readonly kind: keyof typeof SHOWN_MS
  readonly text: string
  timer: number
  leftMs: number
  /** When the timer was started. */
  since: number
}

/** What people are told in passing; what is running is shown at its button. */
export type Notices = ReturnType<typeof createNotices>

/** Creates the place of notices, which must be in the page before the first one for screen readers. */
export function createNotices(words: { notices: string; dismiss: string }) {
  const shown = new Set<Notice>()
  let isPaused = false
  const place = document.createElement('div')
  place.className = 'toasts'
  place.tabIndex = -1
  place.setAttribute('role', 'log')
  place.setAttribute('aria-label', words.notices)
  place.addEventListener('pointerenter', pause)
  place.addEventListener('pointerleave', resume)
  place.addEventListener('focusin', ({ target }) => target !== place && pause())
  place.addEventListener('focusout', ({ target }) => target !== place && resume())

  function show(kind: Notice['kind'], text: string): void {
    const element = document.createElement('div')
    element.className = `toast ${kind}`
    const line = document.createElement('p')
    line.textContent = text
    const notice: Notice = { element, kind, text, timer: 0, leftMs: SHOWN_MS[kind], since: 0 }
    element.append(line, closingButton(notice))
    place.prepend(element)
    shown.add(notice)
    const [oldest] = shown
    if (shown.size > MOST && oldest) remove(oldest)
    if (!isPaused) start(notice)
  }

  function closingButton(notice: Notice): HTMLElement {
    const button = document.createElement('button')
    button.setAttribute('aria-label', words.dismiss)
    button.textContent = '×'
    button.addEventListener('click', () => {
      // The focus would be lost with the button.
      place.focus()
      remove(notice)
    })
    return button
  }

  function remove(notice: Notice): void {
    clearTimeout(notice.timer)
    notice.element.remove()
    shown.delete(notice)
  }

  function start(notice: Notice): void {
    notice.since = Date.now()
    notice.timer = window.setTimeout(() => remove(notice), notice.leftMs)
  }

  function pause(): void {
    if (isPaused) return
    isPaused = true
    for (const notice of shown) {
      clearTimeout(notice.timer)
      notice.leftMs -= Date.now() - notice.since
    }
  }

  function resume(): void {
    if (!isPaused) return
    isPaused = false
    for (const notice of shown) start(notice)
  }

  return {
    /** Where they are shown, the newest first. */
    place,
    error: (text: string) => show('error', text),
    success: (text: string) => show('success', text),
    /** Removes the errors of this text. */
    dismiss(text: string) {
      for (const notice of shown) {
        if (notice.kind === 'error' && notice.text === text) remove(notice)
      }
    },
  }
}
