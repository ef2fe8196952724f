/** Longest time that a script may take to load. */
const LOAD_TIMEOUT_MS = 20_000

/** An island and the notice that replaces it when its script fails. */
interface IslandParts {
  island: HTMLElement
  broken: HTMLElement | undefined
}

/** Replaces the placeholder with the notice that loading failed. */
export function showBroken(island: HTMLElement): void {
  swap(partsOf(island), true)
}

/** Shows the island again. */
export function showIsland(island: HTMLElement): void {
  swap(partsOf(island), false)
}

/** Loads an island after the page, unless the person is known to be signed out. */
export function loadIsland(selector: string, load: () => Promise<unknown>): void {
  let isLoaded = false
  const loadOnce = (): void => {
    if (isLoaded || isKnownSignedOut()) return
    isLoaded = true
    load().catch((error: unknown) => {
      const island = document.querySelector<HTMLElement>(selector)
      if (island !== null) showBroken(island)
      reportError(error)
    })
  }
  // After the page has checked for a session (`session.ts`).
  addEventListener('pageshow', () => setTimeout(loadOnce))
}

/** Shows the notice if an island's script fails or is too slow. */
export function watchIsland(island: HTMLElement): void {
  const isWaiting = (): boolean =>
    island.querySelector('[data-first]') !== null && !isKnownSignedOut()
  const showIfWaiting = (): void => {
    if (isWaiting()) showBroken(island)
  }
  setTimeout(showIfWaiting, LOAD_TIMEOUT_MS)
  // Load errors of scripts do not bubble, so this listens in the capture phase.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && showIfWaiting(),
    true,
  )
  partsOf(island)
    .broken?.querySelector('button')
    ?.addEventListener('click', () => location.reload())
}

// The page cannot see cookies of another host. Reads the result of `session.ts` instead of
// importing it, since a shared module would be one more request for every page.
function isKnownSignedOut(): boolean {
  const { session, account } = document.documentElement.dataset
  return session === 'out' && account === undefined
}

function partsOf(island: HTMLElement): IslandParts {
  const next = island.nextElementSibling
  return { island, broken: next instanceof HTMLElement ? next : undefined }
}

function swap({ island, broken }: IslandParts, isBroken: boolean): void {
  island.hidden = isBroken
  if (broken) broken.hidden = !isBroken
}
