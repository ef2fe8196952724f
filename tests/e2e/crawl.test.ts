import { expect, test } from 'playwright/test'
import { builtPages, isJapanese } from './pages/built.ts'

/** Paths that the server answers without a page. */
const NO_PAGE = /^\/(?:downloads|pagefind|_astro|passport|form|assets|avatars|dev)\//
/** Pages that no page may link to: people come to them from elsewhere. */
const FROM_ELSEWHERE =
  /^\/(?:banned|unsubscribe|authorization|invitation|home|third-party-oauth(?:-callback\/\w+)?|[\w-]+-callback|sign-out|account-setting\/(?:components\/dashboard|security|devices|data))$/

const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  )

test('reaches every page by links, and finds no dead link', async ({ request }) => {
  test.slow()
  const pages = new Map<string, string>()
  const broken: string[] = []
  const fragments: [from: string, to: string, id: string][] = []
  const waiting: [from: string, to: string][] = [
    ['start', '/'],
    ['start', '/ja'],
  ]
  const seen = new Set(waiting.map(([, to]) => to))

  async function visit([from, to]: [string, string]): Promise<void> {
    const answer = await request.get(to, { maxRedirects: 0 })
    if (answer.status() !== 200) {
      broken.push(`${from} → ${to}: ${answer.status()}`)
      return
    }
    if (!(answer.headers()['content-type'] ?? '').startsWith('text/html')) return
    const html = await answer.text()
    if (NO_PAGE.test(to)) return
    pages.set(to, html)
    const lang = isJapanese(to) ? 'ja' : 'en'
    if (!html.includes(`<html lang="${lang}"`)) broken.push(`${to}: not in ${lang}`)
    const targets = ['href', 'src', 'action', 'poster'].flatMap((name) => attributes(html, name))
    for (const target of targets) {
      if (/^(?:https?:|mailto:|data:|\/form\/|\/passport\/)/.test(target)) continue
      const [address = '', id] = target.split('#')
      const [bare = ''] = address.split('?')
      const next = bare === '' ? to : bare
      if (id) fragments.push([to, next, decodeURIComponent(id)])
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push([to, next])
    }
  }

  while (waiting.length > 0) await Promise.all(waiting.splice(0, 8).map(visit))
  for (const [from, to, id] of fragments) {
    const html = pages.get(to)
    if (html !== undefined && !html.includes(` id="${id}"`)) broken.push(`${from} → ${to}#${id}`)
  }
  expect(broken).toEqual([])

  const found = [...pages.keys()].toSorted()
  const english = found.filter((address) => !isJapanese(address))
  const twins = found.filter(isJapanese).map((address) => address.replace(/^\/ja/, '') || '/')
  expect(twins.toSorted()).toEqual(english)
  const orphans = builtPages().filter(
    (address) => !pages.has(address) && !FROM_ELSEWHERE.test(address.replace(/^\/ja/, '')),
  )
  expect(orphans).toEqual([])
})

test('answers every page with the right status, type and language', async ({ request }) => {
  const all = builtPages()
  const english = all.filter((address) => !isJapanese(address))
  const answers = async (addresses: readonly string[]): Promise<string[]> =>
    await Promise.all(
      addresses.map(async (address) => {
        const answer = await request.head(address, { maxRedirects: 0 })
        return `${answer.status()} ${answer.headers()['content-type'] ?? ''}`
      }),
    )
  const expected = english.map(() => '200 text/html; charset=utf-8')
  expect(await answers(english)).toEqual(expected)
  const twins = english.map((address) => (address === '/' ? '/ja' : `/ja${address}`))
  expect(await answers(twins)).toEqual(expected)
})
