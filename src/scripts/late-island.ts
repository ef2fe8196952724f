/** As long as a script may be on its way. */
const PATIENCE_MS = 20_000

/** The part of a page that comes by script, and what stands for it when it does not come. */
interface Late {
  island: HTMLElement
  broken: HTMLElement | undefined
}

/** Says that a part of the page did not come, in place of its grey lines. */
export function showBroken(island: HTMLElement): void {
  swap(lateOf(island), true)
}

/** Shows the part of the page after all. */
export function showIsland(island: HTMLElement): void {
  swap(lateOf(island), false)
}

/**
 * Brings the script of a part of the page once the page itself is there: text that can be read
 * shares no network with what comes after it. To whoever is signed out, the page says so without;
 * a page that comes back from the back-forward cache looks again.
 */
export function bringIsland(selector: string, bring: () => Promise<unknown>): void {
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
  // After the page has looked who is signed in (`session.ts`).
  addEventListener('pageshow', () => setTimeout(bringOnce))
}

/** Waits for a part of the page, whose script may fail or never come. */
export function watchIsland(island: HTMLElement): void {
  const isWaiting = (): boolean =>
    island.querySelector('[data-first]') !== null && !isKnownSignedOut()
  const look = (): void => {
    if (isWaiting()) showBroken(island)
  }
  setTimeout(look, PATIENCE_MS)
  // Scripts that fail to load tell only their own element.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && look(), true)
  lateOf(island)
    .broken?.querySelector('button')
    ?.addEventListener('click', () => location.reload())
}

// Not where accounts are on another host, whose cookies the page does not see. What `session.ts` found
// is read rather than found again: a file that every page shares with this one would hold up all pages.
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
