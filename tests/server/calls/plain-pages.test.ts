import { expect, test } from 'vitest'
import { type Language, languages, siteLanguages } from '#protocol/languages.ts'
import { pagePath } from '../../../server/lib/page-path.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import type { Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { plainPages } from '../../support/plain-pages.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

/** Answers to a post that nobody can be shown again, in no language. */
const over = new Set([
  'invitation-joined',
  'invitation-declined',
  'device-refused',
  'qr-refused',
  'not-me-done',
  'captcha-passed',
])

test.each(languages)('gives every plain page the same frame in %s', async (language) => {
  const server = await createTestServer()
  for await (const { name, browser, reply } of plainPages(server, language)) {
    const html = await reply.text()
    expect(html, name).toContain(`<html lang="${language}">`)
    const headings = [...html.matchAll(/<h1>([^<]+)<\/h1>/g)].map(([, text]) => text)
    expect(headings, name).toHaveLength(1)
    expect(html, name).toContain(`<title>${headings[0]} · Sable</title>`)
    expect(html.match(/<main[ >]/g), name).toHaveLength(1)
    expect(html, name).toContain('href="/favicon.svg"')
    expect(html.match(/<meta name="theme-color"/g), name).toHaveLength(2)
    expectFrame(html, language, name)

    const links = languageLinksIn(html)
    const others = siteLanguages.filter((other) => other !== language)
    expect([...links.keys()], name).toEqual(over.has(name) ? [] : others)
    for (const [other, href] of links) {
      expect(await languageAt(browser, href), `${name}: ${href}`).toBe(other)
    }
  }
})

function expectFrame(html: string, language: Language, name: string): void {
  const header = /<header>(.*?)<\/header>/s.exec(html)?.[1] ?? ''
  expect(header, name).toContain(`<a class="brand" href="${pagePath('/', language)}">`)
  const footer = /<footer>(.*?)<\/footer>/s.exec(html)?.[1] ?? ''
  const { legal } = pageMessages[language]
  for (const [page, words] of Object.entries(legal)) {
    expect(footer, name).toContain(`<a href="${pagePath(`/${page}`, language)}">${words}</a>`)
  }
  expect(footer, name).toContain('Sable')
}

function languageLinksIn(html: string): Map<string, string> {
  const links = html.matchAll(/<a href="([^"]+)" lang="(\w+)" hreflang="\2">/g)
  return new Map([...links].map(([, href = '', to = '']) => [to, href.replaceAll('&amp;', '&')]))
}

/** Returns the language of the page that a link leads to; pages of the site are not built here. */
async function languageAt(browser: Client, href: string): Promise<string | undefined> {
  let address = new URL(href, ORIGIN)
  for (let hop = 0; hop < 3; hop += 1) {
    const headers = {
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin',
    }
    const reply = await browser.send(new Request(address, { headers, redirect: 'manual' }))
    const location = reply.headers.get('location')
    if (location === null) {
      const html = await reply.text()
      const language = /<html lang="(\w+)">/.exec(html)?.[1]
      return language ?? languageOfPath(address.pathname)
    }
    address = new URL(location, ORIGIN)
  }
  throw new Error(`${href} leads from page to page`)
}

function languageOfPath(path: string): string {
  return siteLanguages.find((one) => path.startsWith(`/${one}/`)) ?? siteLanguages[0]
}

test.each([
  ['/form/login', { account: 'x', next: '/blog?page=2' }, '/ja/login?next=%2Fblog%3Fpage%3D2'],
  ['/form/sign-up', { email: 'x', next: '/pricing' }, '/ja/sign-up?next=%2Fpricing'],
  ['/form/reset-password', { email: 'x' }, '/ja/reset-password'],
  [
    '/form/device',
    { user_code: 'BCDF-GHJK' },
    '/ja/device?aid=1001&user_code=BCDF-GHJK&language=ja',
  ],
])('keeps what a refused post of %s was for in the other language', async (path, fields, to) => {
  const server = await createTestServer()
  const { client } = await server.person()
  const posted = { aid: '1001', ...fields, language: 'en' }
  const html = await (await client.form(path, posted)).text()
  const href = languageLinksIn(html).get('ja') ?? ''
  const reply = await client.send(new Request(new URL(href, ORIGIN), { redirect: 'manual' }))
  expect(reply.headers.get('location')).toBe(to)
})

test('keeps where the choice of an organization leads, through sign-in and language', async () => {
  const server = await createTestServer()
  const next = '/account-setting/components/dashboard'
  const address = `/form/identity?${new URLSearchParams({ language: 'en', next })}`
  const open = (browser: Client): Promise<Response> =>
    browser.send(new Request(ORIGIN + address, { redirect: 'manual' }))
  const signIn = new URL((await open(server.client())).headers.get('location') ?? '')
  expect(signIn.searchParams.get('next')).toBe(address)
  const { client } = await (await createCompany(server)).join('Ann')
  const html = await (await open(client)).text()
  const [, member = ''] = /name="member" value="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`<input type="hidden" name="next" value="${next}">`)
  expect(languageLinksIn(html).get('ja')).toBe(
    `/form/identity?${new URLSearchParams({ language: 'ja', next })}`,
  )
  const chosen = await client.form('/form/identity', { action: 'choose', member, next })
  expect(chosen.headers.get('location')).toBe(next)
})
