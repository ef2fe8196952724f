/** Keeps the query and fragment in the link to the other language. */
export function keepQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header a[hreflang]')) {
    // Read at the click, since pages change it while they are used.
    link.addEventListener('click', () => {
      link.search = location.search
      link.hash = location.hash
    })
  }
}
