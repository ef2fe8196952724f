/** Keeps the query and fragment in the link to the other language. */
export function keepQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header a[hreflang]')) {
    // Read at the click, since pages change it while they are used.
    link.addEventListener('click', () => {
      const query = new URLSearchParams(location.search)
      // Of an element in a language that the page does not speak.
      query.delete('lang')
      link.search = query.toString()
      link.hash = location.hash
    })
  }
}
