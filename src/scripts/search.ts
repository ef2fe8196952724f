import { formatDay } from '../lib/dates.ts'
import type { SearchKind } from '../lib/search-kinds.ts'
import { snippetOf } from '../lib/search-snippet.ts'
import { hasWords, spelled } from '../lib/search-words.ts'
import { pageLanguage } from './page-language.ts'

/** The part of Pagefind's API used here; its code is built with the index. */
interface Pagefind {
  options(options: { noWorker: boolean }): Promise<void>
  init(): Promise<void>
  debouncedSearch(
    term: string,
    options: object,
    debounceMs: number,
  ): Promise<{ results: { data(): Promise<Result> }[] } | null>
}

interface Result {
  url: string
  /** All of the page, without markup. */
  content: string
  meta: { title?: string; kind?: SearchKind; date?: string; summary?: string }
}

interface Listed {
  kind: SearchKind
  item: HTMLElement
}

const PAGE_SIZE = 10
const DEBOUNCE_MS = 200

const page = document.querySelector<HTMLElement>('.search')
const form = page?.querySelector('form')
const input = page?.querySelector('input')
const results = page?.querySelector<HTMLElement>('.search-results')
const count = page?.querySelector<HTMLElement>('[role=status]')
const more = page?.querySelector<HTMLElement>('[data-do=more]')
const elsewhere = page?.querySelector<HTMLElement>('.search-else')

if (page && form && input && results && count && more && elsewhere) {
  let loading: Promise<Pagefind> | undefined
  let unread: { data(): Promise<Result> }[] = []
  let unlisted: Result[] = []
  let listed: Listed[] = []
  let searches = 0

  const load = async (): Promise<Pagefind> => {
    // Not bundled: it is deployed beside its index.
    const address = '/pagefind/pagefind.js'
    const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind
    // A worker would need an exception from Trusted Types, and this index is small.
    await pagefind.options({ noWorker: true })
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
    showGroups([])
    count.textContent = text
    more.hidden = true
    elsewhere.hidden = true
  }

  // The group of the best result comes first.
  const showGroups = (items: readonly Listed[]): void => {
    const groups = [...results.children].filter((group) => group instanceof HTMLElement)
    for (const group of groups) {
      const own = items.filter(({ kind }) => kind === group.dataset['kind'])
      group.hidden = own.length === 0
      group.querySelector('ol')?.replaceChildren(...own.map(({ item }) => item))
    }
    const rankOf = (group: HTMLElement): number =>
      items.findIndex(({ kind }) => kind === group.dataset['kind'])
    results.append(...groups.toSorted((one, two) => rankOf(one) - rankOf(two)))
  }

  const showMore = async (term: string): Promise<void> => {
    const mine = searches
    more.hidden = true
    // Fetches one more than is shown, to know whether there are more.
    while (unlisted.length <= PAGE_SIZE && unread.length > 0) {
      const read = await Promise.all(unread.slice(0, PAGE_SIZE).map((result) => result.data()))
      if (mine !== searches) return
      // For a word that it does not know, the index answers what begins alike.
      const good = read.filter(({ content, meta }) => hasWords(`${meta.title} ${content}`, term))
      unread = good.length === 0 ? [] : unread.slice(PAGE_SIZE)
      unlisted.push(...good)
    }
    const added = unlisted.splice(0, PAGE_SIZE).map((result) => ({
      kind: result.meta.kind ?? 'page',
      item: toItem(result, term),
    }))
    listed.push(...added)
    showGroups(listed)
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
    showMore(input.value.trim()).then(() => listed[length]?.item.querySelector('a')?.focus(), fail)
  })

  const query = new URLSearchParams(location.search).get('q') ?? ''
  input.value = query
  if (query !== '') void search(query.trim())
  else input.focus()
}

function toItem({ url, content, meta }: Result, term: string): HTMLElement {
  const lang = pageLanguage()
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = url.replace(/(?:\/index)?\.html(?=#|$)/, '').replace(/\/index$/, '/') || '/'
  link.textContent = meta.title ?? url
  item.append(link)
  if (meta.date !== undefined) {
    const day = document.createElement('time')
    day.dateTime = meta.date
    day.textContent = formatDay(meta.date, lang)
    item.append(day)
  }
  const text = document.createElement('p')
  text.append(
    ...snippetOf(meta.summary ?? content, { title: meta.title ?? '', term, lang }).map((piece) => {
      if (!piece.isFind) return piece.text
      const mark = document.createElement('mark')
      mark.textContent = piece.text
      return mark
    }),
  )
  item.append(text)
  return item
}
