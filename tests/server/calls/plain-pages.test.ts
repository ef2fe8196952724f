import { expect, test } from 'vitest'
import { type Language, languages, siteLanguages } from '#protocol/languages.ts'
import { errorMessages } from '#protocol/messages/ja/errors.ts'
import { pagePath } from '../../../server/lib/page-path.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import type { Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { plainPages } from '../../support/plain-pages.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

/** Refused posts whose page is found again on the site, which has fewer languages. */
const ofSite = new Set(['login', 'login-wrong', 'too-often'])

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
    const posts = languagePostsIn(html)
    const found = ofSite.has(name) ? siteLanguages : languages
    const others = found.filter((other) => other !== language)
    expect([...links.keys(), ...posts.keys()], name).toEqual(over.has(name) ? [] : others)
    for (const [other, { action, fields }] of posts) {
      const shown = await (await browser.form(action, fields)).text()
      expect(shown, `${name}: ${other}`).toContain(`<html lang="${other}">`)
      // All that was typed but the password is there again, also in its own language.
      const valuesOf = (page: string): string[] =>
        [...page.matchAll(/<input id="(?!password)[^>]+ value="([^"]*)"/g)].map(
          ([, value = '']) => value,
        )
      expect(valuesOf(shown), `${name}: ${other}`).toEqual(valuesOf(html))
    }
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

/** Returns what each language button of the header posts. */
function languagePostsIn(
  html: string,
): Map<string, { action: string; fields: Record<string, string> }> {
  const [, action = '', content = ''] =
    /<header>.*?<form method="post" action="([^"]+)">(.*?)<\/form>\s*<\/header>/s.exec(html) ?? []
  const hidden = content.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
  const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
  const buttons = content.matchAll(/<button name="language" value="(\w+)"/g)
  return new Map(
    [...buttons].map(([, language = '']) => [
      language,
      { action, fields: { ...fields, language } },
    ]),
  )
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

test.each(['/form/sign-up', '/form/reset-password'])(
  'keeps what was typed in a refused post of %s in the other language',
  async (path) => {
    const server = await createTestServer()
    const client = server.client()
    const typed = { email: 'x', next: '/pricing', language: 'en' }
    const { action = '', fields = {} } =
      languagePostsIn(await (await client.form(path, typed)).text()).get('ja') ?? {}
    expect(fields).toMatchObject({ email: 'x', next: '/pricing' })
    const html = await (await client.form(action, fields)).text()
    expect(html).toContain(errorMessages.email_error)
  },
)

test('costs no attempt to read a page with a code in another language', async () => {
  const server = await createTestServer()
  const browser = server.client()
  const email = 'attempts@example.com'
  const sent = await (await browser.form('/form/sign-up', { email, language: 'en' })).text()
  const { action = '', fields = {} } = languagePostsIn(sent).get('ja') ?? {}
  for (let time = 0; time < 9; time += 1) {
    const html = await (await browser.form(action, { ...fields, code: '12' })).text()
    expect(html).not.toContain('role="alert"')
    expect(html).toContain('value="12"')
  }
  const code = await server.codeFor(email)
  const form = { step: 'finish', email, code, password: '', language: 'en' }
  expect((await browser.form('/form/sign-up', form)).status).toBe(303)
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
