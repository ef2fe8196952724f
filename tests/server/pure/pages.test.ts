import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { languages } from '#protocol/common-params.ts'
import { brandOf } from '../../../server/apps/brand.ts'
import { pageReply } from '../../../server/pages/page-reply.ts'
import type { Page } from '../../../server/pages/page.ts'
import type { Frame } from '../../../server/pages/render-frame.ts'
import { themeScript } from '../../../server/pages/theme-script.ts'
import { renderPage } from '../../../server/pages/render-page.ts'
import { defaultAppSettings } from '../../../server/store/app-settings.ts'

const config = {
  isHttps: true,
  isSiteElsewhere: false,
  SITE_ORIGIN: 'https://id.example.com',
  DIST_DIR: '/nonexistent',
}
const server = { PRODUCT_NAME: 'Sable', MAIL_FROM: '' }
const brand = brandOf(server)
const frame: Frame = {
  language: 'en',
  brand,
  font: undefined,
  address: undefined,
  again: undefined,
  shownIn: languages,
}
const odd = `"'><script>&`

const everything: Page = {
  title: odd,
  outcome: 'bad',
  problem: odd,
  notice: odd,
  text: odd,
  device: [[odd, odd]],
  facts: [[odd, odd]],
  warning: odd,
  forms: [
    {
      action: odd,
      hidden: { [odd]: odd, empty: '' },
      fields: [
        {
          name: odd,
          label: odd,
          note: odd,
          hint: odd,
          value: odd,
          type: 'text',
          autocomplete: odd,
          error: odd,
          isWrong: true,
          help: { href: odd, text: odd },
        },
      ],
      question: odd,
      note: odd,
      buttons: [{ text: odd, name: odd, value: odd }],
    },
  ],
  sections: [{ title: odd, text: odd, facts: [[odd, odd]], links: [{ href: odd, text: odd }] }],
  links: [{ href: odd, text: odd, id: odd, data: { a: odd } }],
}

test.each([
  ['en', undefined],
  ['ja', undefined],
  ['zh', { action: odd, hidden: { a: odd } }],
] as const)('escapes all values in a page in %s', (language, again) => {
  const page = renderPage(
    { ...frame, language, brand: { ...brand, name: odd }, address: odd, again },
    everything,
  )
  expect(page).toContain(`<html lang="${language}">`)
  expect(page).toContain('&quot;&#39;&gt;&lt;script&gt;&amp;')
  expect(page).not.toContain('<script')
  expect(page).not.toContain(`"'`)
  expect(page).not.toContain('name="empty"')
})

test('allows only the page’s own script and that of the theme, by their hashes', () => {
  const script = `const a = '<b>' && 1`
  const scriptsOf = (body: string): string[] =>
    Array.from(body.matchAll(/<script>([^]*?)<\/script>/g), ([, text = '']) => text)
  const hashOf = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const { body, headers } = pageReply(config, brand, 'en', { title: 'Done', script })
  expect(scriptsOf(body)).toEqual([themeScript, script])
  const policy = `; script-src ${hashOf(script)} ${hashOf(themeScript)}`
  expect(headers['content-security-policy']).toContain(policy)
  // The storage of a site on another host cannot be read.
  const plain = pageReply({ ...config, isSiteElsewhere: true }, brand, 'en', { title: 'Done' })
  expect(scriptsOf(plain.body)).toEqual([])
  expect(plain.headers['content-security-policy']).toContain("default-src 'none'")
  expect(plain.headers['content-security-policy']).not.toContain('script-src')
})

test('focuses the field with an error, or the first one', () => {
  const field = (name: string, isWrong: boolean) =>
    ({ name, label: name, type: 'text', autocomplete: 'off', isWrong }) as const
  const focused = (fields: ReturnType<typeof field>[]): string | undefined => {
    const page: Page = { title: 'Form', forms: [{ action: '/', hidden: {}, fields, buttons: [] }] }
    return /<input id="(\w+)"[^>]* autofocus>/.exec(renderPage(frame, page))?.[1]
  }
  expect(focused([field('a', false), field('b', true)])).toBe('b')
  expect(focused([field('a', false), field('b', false)])).toBe('a')
})

test('carries the name, logo and colour of an application', () => {
  const shop = brandOf(server, {
    ...defaultAppSettings,
    brand_name: 'Shop',
    brand_logo: 'https://cdn.shop.example/logo.png',
    brand_colour: '#0a7a5c',
  })
  const { body, headers } = pageReply(config, shop, 'en', { title: 'Done' })
  const page = String(body)
  expect(page).toContain('<title>Done · Shop</title>')
  expect(page).toContain('<img src="https://cdn.shop.example/logo.png" alt="Shop"')
  expect(page).not.toContain('Sable')
  const style = /<style>(.*)<\/style>/.exec(page)?.[1] ?? ''
  expect(style).toContain('--passport-accent:light-dark(#0a7a5c,')
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = headers['content-security-policy']
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("img-src 'self' https://cdn.shop.example;")
})

test('shows the product’s logo if an application has no brand', () => {
  const page = String(pageReply(config, brand, 'en', { title: 'Done' }).body)
  expect(page).toContain('class="mark"')
  expect(page).not.toContain('<style>')
})

test('names a group of choices by its legend', () => {
  const one = { name: 'role', label: 'Support', value: 'support', isChecked: true }
  const choices = [
    { name: 'shown', label: 'Shown', isChecked: false },
    { ...one, legend: 'Role' },
    { ...one, label: 'Owner', value: 'owner', isChecked: false },
  ]
  const page: Page = {
    title: 'Operators',
    forms: [{ action: '/', hidden: {}, choices, buttons: [] }],
  }
  const html = renderPage(frame, page)
  expect(html.match(/role="group"/g)).toHaveLength(1)
  expect(html).toContain(
    'aria-labelledby="role-legend">\n<p class="legend" id="role-legend">Role</p>',
  )
  expect(html.indexOf('Shown')).toBeLessThan(html.indexOf('role="group"'))
})
