import { expect, test } from 'vitest'
import { safeNext } from '../../../server/http/safe-next.ts'

const home = 'https://id.example.com'
const follow = (next: string | undefined): string =>
  safeNext(next, home, (origin) => origin === 'https://shop.example.com')

test.each([
  ['/account-setting', '/account-setting'],
  ['/blog?page=2#top', '/blog?page=2#top'],
  ['blog', '/blog'],
  ['https://id.example.com/x', '/x'],
  ['https://shop.example.com/cart?a=1', 'https://shop.example.com/cart?a=1'],
  ['https://shop.example.com/%E5%BA%97', 'https://shop.example.com/%E5%BA%97'],
  // A server of its own.
  [
    'https://shop.example.com/passport/sso/login/callback',
    'https://shop.example.com/passport/sso/login/callback',
  ],
  ['/passport/mobile/login_success?aid=1001', '/passport/mobile/login_success?aid=1001'],
])('allows %s', (next, expected) => {
  expect(follow(next)).toBe(expected)
})

test.each([
  undefined,
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09//evil.example/../..//evil.example',
  '/.//evil.example',
  ' https://evil.example',
  'https:evil.example',
  'https://evil.example',
  'http://id.example.com',
  'https://id.example.com@evil.example/',
  'https://user@shop.example.com/',
  'https://user:pw@id.example.com/',
  'https://id.example.com.evil.example/',
  'https://shop.example.com:444/',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://id.example.com/',
  'https://[::1',
])('returns the start page instead of %s', (next) => {
  const result = follow(next)
  expect(new URL(result, home).origin).toBe(home)
  expect(result).not.toMatch(/^\/[/\\]/)
})

test.each([
  '/passport/web/logout/?aid=1001',
  '/passport/web/logout?all=1',
  '/passport/sso/aff/web/logout',
  '/passport/web/log%6Fut',
  '/p%61ssport/sso/login/callback?ticket=x',
  '/passport/sso/login/callback/?ticket=x',
  'https://id.example.com/passport/mobile/logout/',
])('never leads on to %s, which would change the session', (next) => {
  expect(follow(next)).toBe('/')
})
