import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { languages } from '#protocol/common-params.ts'
import { pageReply } from '../../server/pages/page-reply.ts'
import type { Page } from '../../server/pages/page.ts'
import { renderPage } from '../../server/pages/render-page.ts'

const config = { PRODUCT_NAME: 'Sable', isHttps: true }
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
          isWrong: true,
        },
      ],
      question: odd,
      buttons: [{ text: odd, name: odd, value: odd }],
    },
  ],
  links: [{ href: odd, text: odd, id: odd, data: { a: odd } }],
}

test.each(languages)('escapes all that a page in %s is told', (language) => {
  const page = renderPage(language, odd, everything)
  expect(page).toContain(`<html lang="${language}">`)
  expect(page).toContain('&quot;&#39;&gt;&lt;script&gt;&amp;')
  expect(page).not.toContain('<script')
  expect(page).not.toContain(`"'`)
  expect(page).not.toContain('name="empty"')
})

test('lets only the script of the page run, by its hash', () => {
  const script = `const a = '<b>' && 1`
  const { body, headers } = pageReply(config, 'en', { title: 'Done', script })
  const shown = /<script>([^]*)<\/script>/.exec(String(body))?.[1] ?? ''
  expect(shown).toBe(script)
  const hash = createHash('sha256').update(shown).digest('base64')
  expect(headers['content-security-policy']).toMatch(`; script-src 'sha256-${hash}'`)
  const plain = pageReply(config, 'en', { title: 'Done' })
  expect(plain.headers['content-security-policy']).toContain("default-src 'none'")
  expect(plain.headers['content-security-policy']).not.toContain('script-src')
})

test('gives the focus to the field that is wrong, or to the first', () => {
  const field = (name: string, isWrong: boolean) =>
    ({ name, label: name, type: 'text', autocomplete: 'off', isWrong }) as const
  const focused = (fields: ReturnType<typeof field>[]): string | undefined => {
    const page: Page = { title: 'Form', forms: [{ action: '/', hidden: {}, fields, buttons: [] }] }
    return /<input id="(\w+)"[^>]* autofocus>/.exec(renderPage('en', 'Sable', page))?.[1]
  }
  expect(focused([field('a', false), field('b', true)])).toBe('b')
  expect(focused([field('a', false), field('b', false)])).toBe('a')
})
