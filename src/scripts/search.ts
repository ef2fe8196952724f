import { hasWords, spelled } from '../lib/search-words.ts'

/** The part of Pagefind's API used here; its code is built with the index. */
interface Pagefind {
  options(options: { noWorker: boolean; excerptLength: number }): Promise<void>
  init(): Promise<void>
  debouncedSearch(
    term: string,
    options: object,
    debounceMs: number,
  ): Promise<{ results: { data(): Promise<Result> }[] } | null>
}

interface Result {
  url: string
  /** Text around the match, with `<mark>` around matched words. */
  excerpt: string
  /** Full text of the page. */
  content: string
  meta: { title?: string }
}

const PAGE_SIZE = 10
const DEBOUNCE_MS = 200

const page = document.querySelector<HTMLElement>('.search')
const form = page?.querySelector('form')
const input = page?.querySelector('input')
const list = page?.querySelector('ol')
const count = page?.querySelector<HTMLElement>('[role=status]')
const more = page?.querySelector<HTMLElement>('[data-do=more]')
const elsewhere = page?.querySelector<HTMLElement>('.search-else')

if (page && form && input && list && count && more && elsewhere) {
  let loading: Promise<Pagefind> | undefined
  let unread: { data(): Promise<Result> }[] = []
  let unlisted: Result[] = []
  let listed: HTMLElement[] = []
  let searches = 0

  const load = async (): Promise<Pagefind> => {
    // Not bundled: it is deployed beside its index.
    const address = '/pagefind/pagefind.js'
    const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind
    // A worker would need an exception from Trusted Types, and this index is small.
    await pagefind.options({ noWorker: true, excerptLength: 24 })
    await pagefind.init()
    return pagefind
  }

  const search = async (term: string): Promise<void> => {
    const mine = ++searches
    const address = new URL(location.href)
    if (term === '') address.searchParams.delete('q')
    else address.searchParams.set('q', term)
    history.replaceState(history.state, '', address)
    if (term === '') {
      clear('')
      return
    }
    try {
      loading ??= load()
      const found = await (await loading).debouncedSearch(spelled(term), {}, DEBOUNCE_MS)
      // A later search has started, or the field has been emptied.
      if (found === null || mine !== searches) return
      unread = found.results
      unlisted = []
      listed = []
      await showMore(term)
    } catch (error) {
      loading = undefined
      fail(error)
    }
  }

  const fail = (error: unknown): void => {
    reportError(error)
    clear(page.dataset['failed'] ?? '')
  }

  const clear = (text: string): void => {
    list.replaceChildren()
    count.textContent = text
    more.hidden = true
    elsewhere.hidden = true
  }

  const showMore = async (term: string): Promise<void> => {
    const mine = searches
    more.hidden = true
    // Fetches one more than is shown, to know whether there are more.
    while (unlisted.length <= PAGE_SIZE && unread.length > 0) {
      const results = await Promise.all(unread.slice(0, PAGE_SIZE).map((result) => result.data()))
      if (mine !== searches) return
      // For an unknown word the index returns words with the same beginning.
      const good = results.filter(({ content, meta }) => hasWords(`${meta.title} ${content}`, term))
      unread = good.length === 0 ? [] : unread.slice(PAGE_SIZE)
      unlisted.push(...good)
    }
    listed.push(...unlisted.splice(0, PAGE_SIZE).map(toItem))
    list.replaceChildren(...listed)
    more.hidden = unlisted.length === 0
    const total = listed.length
    const text = total === 0 ? 'none' : !more.hidden ? 'over' : total === 1 ? 'one' : 'many'
    count.textContent = (page.dataset[text] ?? '')
      .replace('{count}', String(total))
      .replace('{term}', term)
    elsewhere.hidden = total > 0
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void search(input.value.trim())
  })
  input.addEventListener('input', () => void search(input.value.trim()))
  more.addEventListener('click', () => {
    const { length } = listed
    showMore(input.value.trim()).then(() => listed[length]?.querySelector('a')?.focus(), fail)
  })

  const asked = new URLSearchParams(location.search).get('q') ?? ''
  input.value = asked
  if (asked !== '') void search(asked.trim())
  else input.focus()
}

function toItem({ url, excerpt, meta }: Result): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = url.replace(/\.html$/, '').replace(/\/index$/, '/')
  link.textContent = meta.title ?? url
  const text = document.createElement('p')
  text.append(...marked(excerpt))
  item.append(link, text)
  return item
}

// Excerpts contain only `<mark>` and a few entities; nothing else is read as markup.
function marked(excerpt: string): Node[] {
  return excerpt.split(/(<mark>.*?<\/mark>)/).map((piece) => {
    const found = /^<mark>(.*)<\/mark>$/.exec(piece)?.[1]
    if (found === undefined) return document.createTextNode(plain(piece))
    const mark = document.createElement('mark')
    mark.textContent = plain(found)
    return mark
  })
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
}

function plain(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}
