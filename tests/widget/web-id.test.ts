import { expect, test, vi } from 'vitest'
import { WEB_ID } from '#protocol/common-params.ts'
import { fingerprintInTime, makeWebId, readWebId } from '../../widget/src/client/web-id.ts'

test('creates web ids in the documented format', () => {
  const layout =
    /^verify_[0-9a-z]{8,9}_[0-9A-Za-z]{8}_[0-9A-Za-z]{4}_4[0-9A-Za-z]{3}_[89AB][0-9A-Za-z]{3}_[0-9A-Za-z]{12}$/
  for (let round = 0; round < 100; round++) {
    expect(makeWebId()).toMatch(layout)
    expect(makeWebId()).toMatch(WEB_ID)
  }
  expect(new Set(Array.from({ length: 100 }, () => makeWebId())).size).toBe(100)
  expect(makeWebId(0)).toMatch(/^verify_0_/)
})

test('stays the same on a page that may keep no cookie', () => {
  const ignored = { get: () => '', set: () => undefined }
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', ignored))
  vi.stubGlobal('location', { protocol: 'https:' })
  const first = readWebId()
  expect(first).toMatch(WEB_ID)
  expect(readWebId()).toBe(first)
})

test('waits a second for a fingerprint and continues without one', async () => {
  vi.useFakeTimers()
  const late = fingerprintInTime(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(999)
  let settled = false
  void late.then(() => {
    settled = true
  })
  await Promise.resolve()
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toBe('')
  vi.useRealTimers()
})

test('continues without a fingerprint that cannot be read', async () => {
  const broken = (): string => {
    throw new Error('cookies are forbidden')
  }
  expect(await fingerprintInTime(broken)).toBe('')
  expect(await fingerprintInTime(() => 'verify_x')).toBe('verify_x')
})
