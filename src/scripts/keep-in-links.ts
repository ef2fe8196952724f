/** Makes sign-in links return to this page with the typed value. */
export function keepInLinks(page: HTMLElement, name: string, value: string): void {
  const back = `${location.pathname}?${new URLSearchParams({ [name]: value })}`
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-back]')) {
    const address = new URL(link.href)
    address.searchParams.set('next', back)
    link.href = address.href
  }
}
