/** Longest time that a script may take to load. */
const LOAD_TIMEOUT_MS = 20_000

/** Module of an island. */
export interface Island {
  /** Shows the island in its place. */
  mount(place: HTMLElement): Promise<void>
}

/**
 * Loads an island after the page, unless the person is known to be signed out; shows the notice if its
 * script fails or is too slow.
 */
export function loadIsland(place: HTMLElement, load: () => Promise<Island>): void {
  let isLoaded = false
  const loadOnce = async (): Promise<void> => {
    if (isLoaded || isKnownSignedOut()) return
    isLoaded = true
    try {
      const island = await load()
      await island.mount(place)
      swap(place, false)
    } catch (error) {
      swap(place, true)
      reportError(error)
    }
  }
  // After the page has checked for a session (`session.ts`).
  addEventListener('pageshow', () => setTimeout(() => void loadOnce()))
  const showIfWaiting = (): void => {
    const isWaiting = place.querySelector('[data-first]') !== null && !isKnownSignedOut()
    if (isWaiting) swap(place, true)
  }
  setTimeout(showIfWaiting, LOAD_TIMEOUT_MS)
  // Load errors of scripts do not bubble, so this listens in the capture phase.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && showIfWaiting(),
    true,
  )
  noticeOf(place)
    ?.querySelector('button')
    ?.addEventListener('click', () => location.reload())
}

// The page cannot see cookies of another host. Reads the result of `session.ts` instead of
// importing it, since a shared module would be one more request for every page.
function isKnownSignedOut(): boolean {
  const { session, account } = document.documentElement.dataset
  return session === 'out' && account === undefined
}

/** The notice that loading failed. */
function noticeOf(place: HTMLElement): HTMLElement | undefined {
  const next = place.nextElementSibling
  return next instanceof HTMLElement ? next : undefined
}

/** Shows the notice in place of the island, or the island again. */
function swap(place: HTMLElement, isBroken: boolean): void {
  const notice = noticeOf(place)
  place.hidden = isBroken
  if (notice) notice.hidden = !isBroken
}
