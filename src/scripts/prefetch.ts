import { loaderFile, loaderOf } from '#protocol/loaders.ts'

const PREFETCH_DELAY_MS = 100

/** Links without a page to prefetch: calls of the account server, and files. */
const NO_PAGE = /^\/passport\/|\.[^/]*$/

/** Prefetches a link's page and loader data after 100 ms of hover or focus. */
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
      const data = dataOf(link.pathname)
      if (data) prefetch(data)
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

function dataOf(path: string): string | undefined {
  const loader = loaderOf(path)
  // A static host would answer the query with the page itself. Read here, since a shared module
  // would be one more request for every page.
  const isPlaced = 'account' in document.documentElement.dataset
  return isPlaced
    ? loaderFile(path, loader)
    : loader && `${path}?__loader=${loader}&__ssrDirect=true`
}

function prefetch(address: string): void {
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = address
  document.head.append(hint)
}
