import { expect, test } from 'vitest'
import { siteAddress } from '../../scripts/lib/site-address.ts'

const PUBLIC_ORIGIN = 'https://id.example.com'
const SITE_ORIGIN = 'https://www.example.com'

test.each([
  [{}, 'http://localhost:4321'],
  [{ PORT: '5000' }, 'http://localhost:5000'],
  [{ PORT: '0' }, 'http://localhost:4321'],
  [{ PORT: '5000', PUBLIC_ORIGIN }, PUBLIC_ORIGIN],
  [{ PORT: '5000', SITE_URL: 'https://example.com' }, 'https://example.com'],
  [{ PUBLIC_ORIGIN }, PUBLIC_ORIGIN],
  [{ PUBLIC_ORIGIN, SITE_ORIGIN }, SITE_ORIGIN],
  [{ PUBLIC_ORIGIN, SITE_URL: 'https://example.com' }, 'https://example.com'],
  [{ PUBLIC_ORIGIN, SITE_ORIGIN: '', SITE_URL: '' }, PUBLIC_ORIGIN],
])('with %o the pages say that they are at %s', (env, address) => {
  expect(siteAddress(env)).toBe(address)
})
