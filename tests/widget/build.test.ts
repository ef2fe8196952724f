import { expect, test } from 'vitest'
import { buildCss, withTokens } from '../../scripts/element/css.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { renderPassportLogin } from '../../widget/src/server.ts'

test('marks only declarations of the guarded layers as important', () => {
  const source = `
    /* why */
    @layer passport.host, passport.base;
    @layer passport { :root { --passport-ink: #112233; } }
    @layer passport.base {
      .a, .b[dir='rtl'] { color : var(--passport-ink); margin: 0.50em 0; --own: 1px }
      @media (min-width: 10px) { .c::after { content: ';}'; } }
    }
    @keyframes turn { to { rotate: 1turn } }`
  expect(buildCss(source)).toBe(
    '@layer passport.host,passport.base;' +
      '@layer passport{:root{--passport-ink:#123}}' +
      '@layer passport.base{.a,.b[dir=rtl]{color:var(--passport-ink)!important;margin:.50em 0!important;--own:1px}' +
      "@media (min-width: 10px){.c::after{content:';}'!important}}}" +
      '@keyframes turn{to{rotate:1turn}}',
  )
})

test('inlines tokens into the first screen', () => {
  const rules = 'p{margin:var(--b);color:var(--d,red)}a{top:calc(var(--b) + 1px)}'
  expect(withTokens(':root{--a:1px;--b:2px;--d:tan}', rules)).toBe(
    'p{margin:var(--b,2px);color:var(--d,red)}a{top:calc(var(--b,2px) + 1px)}',
  )
})

test('renders an element that works without its script and without inline styles', () => {
  const html = renderPassportLogin({
    aid: 1001,
    view: 'sign-up',
    lang: 'ja',
    pages: '/ja',
    next: '/ja/account-setting?a=1&b="2"',
  })
  expect(html).toMatch(/^<passport-login aid="1001" server="" view="sign-up" lang="ja"/)
  expect(html).toContain('action="/form/sign-up"')
  expect(html).toContain('<h1')
  expect(html).toContain('href="/ja/login"')
  expect(html).toContain('name="step" value="send"')
  expect(html).toContain('next="/ja/account-setting?a=1&amp;b=&quot;2&quot;"')
  expect(html).not.toMatch(/ style=|<script|<style/)
})

test('refuses invalid attributes with an explanation', () => {
  expect(() => renderPassportLogin({ aid: 'mine' })).toThrow(
    'passport-login: aid="mine": write the number under which the application is registered',
  )
})

test('renders in each language', () => {
  const { en, ja, zh } = allMessages
  for (const key of Object.keys(en.common) as (keyof typeof en.common)[]) {
    // A function that joins sentences is not a message.
    if (key === 'twoSentences') continue
    const [english, japanese, chinese] = [en, ja, zh].map(({ common }) => {
      const message = common[key]
      return typeof message === 'function'
        ? String(Reflect.apply(message, undefined, ['7']))
        : message
    })
    expect(japanese, key).not.toBe(english)
    expect(chinese, key).not.toBe(english)
  }
})
