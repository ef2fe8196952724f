import { expect, test } from 'vitest'
import { addressPrefix, createAddressReader } from '../../../server/lib/address.ts'

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('reduces %s to %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix)
})

test('accepts a forwarded address only from a configured proxy', () => {
  const trusting = createAddressReader(['10.0.0.0/8', '::1'])
  expect(trusting('192.0.2.1', '203.0.113.5')).toBe('192.0.2.1')
  expect(trusting('10.1.2.3', '203.0.113.5')).toBe('203.0.113.5')
  expect(trusting('10.1.2.3', '1.1.1.1, 203.0.113.5, 10.0.0.9')).toBe('203.0.113.5')
  expect(trusting('::ffff:10.1.2.3', 'nonsense')).toBe('10.1.2.3')
  expect(createAddressReader([])('10.1.2.3', '203.0.113.5')).toBe('10.1.2.3')
  // Some proxies write the port as well.
  expect(trusting('10.1.2.3', '1.1.1.1:80, 203.0.113.5:50123, 10.0.0.9:443')).toBe('203.0.113.5')
  expect(trusting('10.1.2.3', '[2001:db8::5]:50123, [::1]')).toBe('2001:db8::5')
})
