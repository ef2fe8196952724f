import { loaderFile, loaderOf, type LoaderRoute } from '#protocol/loaders.ts'

const PREFETCH_DELAY_MS = 100

/**
 * What is no page: the account server does something for each visit, and a file, which may be a
 * whole installer, is kept by nobody who only points at it.
 */
const NO_PAGE = /^\/passport\/|\.[^/]*$/

/**
 * Fetches the page behind a link, and the data of its loader, once the pointer or the focus has
 * rested on it.
 */
export function prefetchOnIntent(): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  const fetched = new Set([location.pathname])
  let timer = 0
  let at: Element | null = null
  const rest = (target: EventTarget | null): void => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([download])') : null
    // From one part of a link to another it is still the same rest.
    if (link === at) return
    at = link
    clearTimeout(timer)
    if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return
    if (NO_PAGE.test(link.pathname)) return
    timer = window.setTimeout(() => {
      fetched.add(link.pathname)
      prefetch(link.pathname + link.search)
      const loader = loaderOf(link.pathname)
      if (loader) prefetch(dataOf(link.pathname, loader))
    }, PREFETCH_DELAY_MS)
  }
  for (const type of ['mouseover', 'focusin'] as const) {
    addEventListener(type, (event) => rest(event.target), { passive: true })
  }
  // A click has no other target: the page is on its way.
  for (const type of ['mouseout', 'focusout', 'click'] as const) {
    addEventListener(type, (event) => rest(event.relatedTarget), { passive: true })
  }
}

function dataOf(path: string, loader: LoaderRoute): string {
  const query = `__loader=${loader}&__ssrDirect=true`
  // A host that serves files only would answer the query with the page itself. Asked for here, as
  // a module that others share would be a file more for every page.
  const isPlaced = 'account' in document.documentElement.dataset
  return (isPlaced && loaderFile(path, query)) || `${path}?${query}`
}

function prefetch(address: string): void {
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = address
  document.head.append(hint)
}
