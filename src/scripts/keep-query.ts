/** Lets the link to the page in another language keep what the address asks for. */
export function keepQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header a[hreflang]')) {
    // As it is by then: pages change it while they are used.
    link.addEventListener('click', () => {
      link.search = location.search
      link.hash = location.hash
    })
  }
}
