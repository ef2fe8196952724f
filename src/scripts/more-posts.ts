const TIMEOUT_MS = 5000

const nav = document.querySelector<HTMLElement>('nav.pagination')
const state = nav?.querySelector<HTMLElement>('[role=status]')

// Appends the next page's posts; without this script, the link leads to that page.
nav?.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[rel=next]') : null
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
  if (!(link instanceof HTMLAnchorElement) || !isPlain || !state) return
  event.preventDefault()
  if (link.ariaBusy !== 'true') load(link, state)
})

function load(link: HTMLAnchorElement, status: HTMLElement): void {
  const list = document.querySelector<HTMLElement>('.posts')
  const show = (word: 'loading' | 'failed' | 'done'): void => {
    link.ariaBusy = String(word === 'loading')
    status.textContent = status.dataset[word] ?? ''
    status.className = word
  }
  // XMLHttpRequest parses a document without scripts, which Trusted Types allow.
  const request = new XMLHttpRequest()
  request.responseType = 'document'
  request.timeout = TIMEOUT_MS
  request.onloadend = (): void => {
    const page = request.status === 200 ? request.responseXML : null
    const posts = [...(page?.querySelectorAll('.posts > *') ?? [])]
    if (!list || posts.length === 0) {
      show('failed')
      return
    }
    list.append(...posts)
    show('done')
    const next = page?.querySelector<HTMLAnchorElement>('.pagination a[rel=next]')
    if (next) link.href = next.getAttribute('href') ?? ''
    else link.remove()
    posts[0]?.querySelector<HTMLElement>('h2 a')?.focus()
  }
  show('loading')
  request.open('GET', link.href)
  request.send()
}
