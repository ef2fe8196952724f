/** Time after which a script counts as lost. */
const PATIENCE_MS = 20_000

/** An island and the notice that replaces it when its script fails. */
interface Late {
  island: HTMLElement
  broken: HTMLElement | undefined
}

/** Replaces the placeholder with the notice that loading failed. */
export function showBroken(island: HTMLElement): void {
  swap(lateOf(island), true)
}

/** Shows the island after all. */
export function showIsland(island: HTMLElement): void {
  swap(lateOf(island), false)
}

/** Loads an island after the page's own text, and only for people who may be signed in. */
export function loadIsland(selector: string, bring: () => Promise<unknown>): void {
  let isBrought = false
  const bringOnce = (): void => {
    if (isBrought || isKnownSignedOut()) return
    isBrought = true
    bring().catch((error: unknown) => {
      const island = document.querySelector<HTMLElement>(selector)
      if (island !== null) showBroken(island)
      reportError(error)
    })
  }
  // After the page has checked for a session (`session.ts`).
  addEventListener('pageshow', () => setTimeout(bringOnce))
}

/** Shows the notice if an island's script fails or is too slow. */
export function watchIsland(island: HTMLElement): void {
  const isWaiting = (): boolean =>
    island.querySelector('[data-first]') !== null && !isKnownSignedOut()
  const look = (): void => {
    if (isWaiting()) showBroken(island)
  }
  setTimeout(look, PATIENCE_MS)
  // Load errors of scripts do not bubble, so this listens in the capture phase.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && look(), true)
  lateOf(island)
    .broken?.querySelector('button')
    ?.addEventListener('click', () => location.reload())
}

// The page cannot see cookies of another host. Reads the result of `session.ts` instead of
// importing it, since a shared module would be one more request for every page.
function isKnownSignedOut(): boolean {
  const { session, account } = document.documentElement.dataset
  return session === 'out' && account === undefined
}

function lateOf(island: HTMLElement): Late {
  const next = island.nextElementSibling
  return { island, broken: next instanceof HTMLElement ? next : undefined }
}

function swap({ island, broken }: Late, isBroken: boolean): void {
  island.hidden = isBroken
  if (broken) broken.hidden = !isBroken
}
