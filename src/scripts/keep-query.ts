/** Keeps the query and fragment in the link to the other language. */
export function keepQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header a[hreflang]')) {
    // Read at the click, since pages change it while they are used.
    link.addEventListener('click', () => {
      const query = new URLSearchParams(location.search)
      // It gives the element another language than its page, and the new page has the chosen one.
      query.delete('lang')
      link.search = query.toString()
      link.hash = location.hash
    })
  }
}
