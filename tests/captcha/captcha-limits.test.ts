import { describe, expect, test } from 'vitest'
import { defaultLimits, networkPrefix } from '../../server/captcha/captcha-limits.ts'
import { createLocalPool } from '../../server/captcha/local-pool.ts'
import type { PuzzleOrder, Pool } from '../../server/captcha/pool.ts'
import { addressPrefix } from '../../server/lib/address.ts'
import { createTestCaptcha } from './server.ts'

describe('an address', () => {
  const table = [
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0'],
    ['::1', '0:0:0:0::/64', '0:0:0'],
  ] as const
  test.each(table)('%s is counted as %s in %s', (given, address, network) => {
    expect(addressPrefix(given)).toBe(address)
    expect(networkPrefix(given)).toBe(network)
  })
})

describe('captcha limits', () => {
  test('allow a browser ten pictures in a minute', async () => {
    const { captcha, open, get, asker, wait } = await createTestCaptcha({ limits: defaultLimits })
    for (let i = 0; i < 10; i++) await get(await open())
    const decision = await open()
    const request = {
      detail: decision.detail,
      fp: decision.fp,
      region: 'sg',
      mode: 'visual',
    } as const
    expect(await captcha.get(request, asker)).toEqual({ error: 'too_often', retryAfterSeconds: 60 })
    wait(60_000)
    await get(await open())
  })

  test('count an address with any webIds', async () => {
    const { open, get } = await createTestCaptcha({ limits: defaultLimits })
    for (let i = 0; i < 30; i++) await get(await open({ webId: `verify_${i}` }), 'visual')
    await expect(open({ webId: 'verify_more' }).then((decision) => get(decision))).rejects.toThrow(
      'too_often',
    )
  })

  test('increase the pause with each wrong answer after the fifth', async () => {
    const { captcha, open, get, asker, wait } = await createTestCaptcha({ limits: defaultLimits })
    const fail = async () => {
      const decision = await open()
      const { id } = await get(decision, 'pow')
      await captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)
    }
    for (let i = 0; i < 4; i++) {
      await fail()
      wait(61_000)
    }
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const verdict = await captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)
    expect(verdict).toEqual({ result: 'fail', left: 2, next: null })
    await expect(get(await open())).rejects.toThrow('too_often')
    wait(60_000)
    await get(await open())
  })

  test('count browsers but no address on the machine itself', async () => {
    const { captcha, open } = await createTestCaptcha({ limits: defaultLimits })
    for (let i = 0; i < 40; i++) {
      const { detail, fp } = await open({ webId: `verify_${i}` })
      const outcome = await captcha.get(
        { detail, fp, region: 'sg', mode: 'pow' },
        { aid: 1001, address: '127.0.0.1', language: 'en' },
      )
      expect(outcome).toHaveProperty('challenge')
    }
  })

  test('do not count requests with a forged detail', async () => {
    const { captcha, open, get, asker } = await createTestCaptcha({ limits: defaultLimits })
    const { fp } = await open()
    for (let i = 0; i < 40; i++) {
      await captcha.get({ detail: `forged${i}`, fp, region: 'sg', mode: 'visual' }, asker)
    }
    expect((await get(await open())).subtype).toBe('slide')
  })

  test('raise the level after wrong answers, and by kind', async () => {
    const asked: PuzzleOrder[] = []
    const local = createLocalPool()
    const pool: Pool = {
      take: async (order) => {
        asked.push(order)
        return await local.take(order)
      },
      close: () => local.close(),
    }
    const { captcha, open, get, asker, wait } = await createTestCaptcha({
      limits: defaultLimits,
      pool,
    })
    for (let i = 0; i < 4; i++) {
      const decision = await open({ webId: `verify_${i}` })
      const { id } = await get(decision, 'pow')
      wait(2000)
      await captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)
    }
    await get(await open({ webId: 'verify_late' }))
    await get(await open({ webId: 'verify_late', requestDigest: 'of somebody else' }))
    expect(asked.map(({ level }) => level)).toEqual([1, 0])
  })
})
