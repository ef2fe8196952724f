import { loaderOf } from '#protocol/loaders.ts'

const PREFETCH_DELAY_MS = 100

/** Links without a page to prefetch: calls of the account server, and files. */
const NO_PAGE = /^\/passport\/|\.[^/]*$/

/** Prefetches a link's page, and what its script will read, after 100 ms of hover or focus. */
export function prefetchOnIntent(): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  const fetched = new Set([location.pathname])
  let timer = 0
  let current: Element | null = null
  const follow = (target: EventTarget | null): void => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([download])') : null
    // The pointer is still on the same link.
    if (link === current) return
    current = link
    clearTimeout(timer)
    if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return
    if (NO_PAGE.test(link.pathname)) return
    timer = window.setTimeout(() => {
      fetched.add(link.pathname)
      prefetch(link.pathname + link.search)
      if (isReadByScript(link.pathname)) {
        prefetch(`${link.pathname}?__loader=account-setting&__ssrDirect=true`)
      }
    }, PREFETCH_DELAY_MS)
  }
  for (const type of ['mouseover', 'focusin'] as const) {
    addEventListener(type, (event) => follow(event.target), { passive: true })
  }
  // After a click the page is being fetched anyway.
  for (const type of ['mouseout', 'focusout', 'click'] as const) {
    addEventListener(type, (event) => follow(event.relatedTarget), { passive: true })
  }
}

// The text of other pages holds their data. Another host has no loader for accounts; read here,
// since a shared module would be one more request for every page.
function isReadByScript(path: string): boolean {
  const { session, account } = document.documentElement.dataset
  return session === 'in' && account === undefined && loaderOf(path) === 'account-setting'
}

function prefetch(address: string): void {
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = address
  document.head.append(hint)
}
