import { describe, expect, test } from 'vitest'
import { defaultLimits, networkPrefix } from '../../server/captcha/captcha-limits.ts'
import { createLocalPool } from '../support/local-pool.ts'
import type { PuzzleOrder, Pool } from '../../server/captcha/pool.ts'
import { addressPrefix } from '../../server/lib/address.ts'
import type { ProtectedCall, Requester } from '../../server/captcha/captcha.ts'
import { createTestCaptcha, type TestCaptcha } from './server.ts'

const WRONG = 'A'.repeat(22)
const quiet = { least: 0, busyPerMinute: 1e6 } as const

/** Gives a wrong answer from an address; throws when that address has to wait. */
async function guess(
  { captcha, open }: TestCaptcha,
  from: Requester,
  call: Partial<ProtectedCall>,
): Promise<void> {
  const { detail, fp } = await open(call)
  const outcome = await captcha.get({ detail, fp, region: 'sg', mode: 'pow' }, from)
  if ('error' in outcome) throw new Error(outcome.error)
  await captcha.verify({ id: outcome.challenge.id, fp, proof: WRONG }, from)
}

/** Returns the level of the captcha for a fresh browser at an address. */
async function levelAt({ captcha, open }: TestCaptcha, address: string): Promise<string> {
  const { detail, fp } = await open({
    webId: `verify_at_${address.replaceAll(/\W/g, '_')}`,
    requestDigest: address,
    kind: 'any',
  })
  const outcome = await captcha.get(
    { detail, fp, region: 'sg', mode: 'any' },
    { aid: 1001, address, language: 'en' },
  )
  if ('error' in outcome) return outcome.error
  const { subtype, pow } = outcome.challenge
  return subtype === 'pow' ? 'work alone' : `picture, ${pow.max} keys`
}

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

  test('count an address whatever its webIds', async () => {
    const { open, get } = await createTestCaptcha({ limits: defaultLimits })
    for (let i = 0; i < 30; i++) await get(await open({ webId: `verify_${i}` }), 'visual')
    await expect(open({ webId: 'verify_more' }).then((decision) => get(decision))).rejects.toThrow(
      'too_often',
    )
  })

  test('let no more pass than the budget allows where challenges are collected first', async () => {
    const { open, get, solve, wait } = await createTestCaptcha({
      limits: defaultLimits,
      site: quiet,
    })
    const held = []
    for (let i = 0; i < 75; i++) {
      if (i === 30 || i === 60) wait(60_000)
      const decision = await open({ webId: `verify_${i}`, requestDigest: String(i) })
      held.push({ decision, challenge: await get(decision) })
    }
    const results = await Promise.all(
      held.map(({ decision, challenge }) => solve(decision, challenge)),
    )
    expect(results.filter(({ result }) => result === 'pass')).toHaveLength(60)
  })

  test('increase the pause with each wrong answer after the fifth', async () => {
    const { captcha, open, get, asker, wait } = await createTestCaptcha({ limits: defaultLimits })
    const fail = async () => {
      const decision = await open()
      const { id } = await get(decision, 'pow')
      await captcha.verify({ id, fp: decision.fp, proof: WRONG }, asker)
    }
    for (let i = 0; i < 4; i++) {
      await fail()
      wait(61_000)
    }
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const verdict = await captcha.verify({ id, fp: decision.fp, proof: WRONG }, asker)
    expect(verdict).toEqual({ result: 'fail', left: 2, next: null })
    await expect(get(await open())).rejects.toThrow('too_often')
    wait(60_000)
    await get(await open())
  })

  test('count browsers but not the address for requests from localhost', async () => {
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
    const orders: PuzzleOrder[] = []
    const local = createLocalPool()
    const pool: Pool = {
      take: async (order) => {
        orders.push(order)
        return await local.take(order)
      },
      close: () => local.close(),
    }
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet, pool })
    const { open, get, asker } = server
    for (let i = 0; i < 4; i++) {
      const from = { ...asker, address: `198.51.${i}.7` }
      await guess(server, from, { webId: `verify_${i}` })
    }
    await get(await open({ webId: 'verify_late' }), 'visual')
    await get(await open({ webId: 'verify_late', requestDigest: 'of somebody else' }), 'visual')
    expect(orders.map(({ level }) => level)).toEqual([1, 0])
  })

  test('make an address wait after ten wrong answers from any browsers', async () => {
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet })
    for (let i = 0; i < 10; i++) {
      await guess(server, server.asker, { webId: `verify_${i}` })
      server.wait(10_000)
    }
    await expect(guess(server, server.asker, { webId: 'verify_more' })).rejects.toThrow('too_often')
    expect(await levelAt(server, '192.0.2.8')).toBe('work alone')
  })

  test('ask neighbours of an abusive address for a picture but do not refuse them', async () => {
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet })
    for (let i = 0; i < 30; i++) {
      const from = { ...server.asker, address: `192.0.2.${i}` }
      await guess(server, from, { webId: `verify_${i}`, requestDigest: `of ${i}` })
      server.wait(5000)
    }
    expect(await levelAt(server, '192.0.2.200')).toBe('picture, 3 keys')
    expect(await levelAt(server, '192.0.3.200')).toBe('work alone')
  })

  test.each([
    [
      'the form of another site',
      { operation: 'captcha_site', requestDigest: '["https://b.example",""]' },
    ],
    ['a call that names nobody', { operation: 'auth_login', requestDigest: '' }],
  ])('raise nothing for others who meet %s', async (_name, call) => {
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet })
    for (let i = 0; i < 12; i++) {
      const from = { aid: 1001, address: `198.51.${i}.1`, language: 'en' } as const
      await guess(server, from, { ...call, webId: `verify_${i}` })
    }
    const { subtype } = await server.get(await server.open({ ...call, webId: 'verify_reader' }))
    expect(subtype).toBe('pow')
  })

  test('count wrong answers of a whole IPv6 /32', async () => {
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet })
    for (let i = 0; i < 240; i++) {
      const from = { ...server.asker, address: `2001:db8:${i.toString(16)}::1` }
      await guess(server, from, { webId: `verify_${i}`, requestDigest: `of ${i}` })
    }
    expect(await levelAt(server, '2001:db8:ffff::1')).toBe('picture, 3 keys')
    expect(await levelAt(server, '2001:db9:ffff::1')).toBe('work alone')
  })

  test('ask a browser for more with each captcha that it passes', async () => {
    const server = await createTestCaptcha({ limits: defaultLimits, site: quiet })
    const orders: string[] = []
    for (let i = 0; i < 5; i++) {
      const decision = await server.open({ requestDigest: `of ${i}`, kind: 'any' })
      const challenge = await server.get(decision)
      orders.push(challenge.subtype === 'pow' ? 'work alone' : 'picture')
      if (challenge.subtype === 'pow') await server.solve(decision, challenge)
    }
    expect(orders).toEqual([...Array<string>(4).fill('work alone'), 'picture'])
  })
})

describe('the level of the site', () => {
  test('rises with the rate of everybody together, and falls again', async () => {
    const server = await createTestCaptcha({ site: { least: 0, busyPerMinute: 20 } })
    const levels: string[] = []
    for (let i = 0; i < 90; i++) {
      server.wait(500)
      levels.push(await levelAt(server, `192.0.${i}.1`))
    }
    expect(levels.indexOf('picture, 2 keys')).toBeGreaterThan(15)
    expect(levels.indexOf('picture, 2 keys')).toBeLessThan(25)
    expect(levels.at(-1)).toBe('picture, 3 keys')
    server.wait(120_000)
    expect(await levelAt(server, '192.0.2.1')).toBe('work alone')
  })

  test('is 2 while the operator declares an attack', async () => {
    const server = await createTestCaptcha({ site: quiet })
    expect(await levelAt(server, '192.0.2.1')).toBe('work alone')
    await server.attack.set(3_600_000)
    server.wait(1000)
    expect(await levelAt(server, '192.0.2.1')).toBe('picture, 3 keys')
    await server.attack.set(0)
    server.wait(1000)
    expect(await levelAt(server, '192.0.2.1')).toBe('work alone')
    await server.attack.set(3_600_000)
    server.wait(3_600_000)
    expect(await levelAt(server, '192.0.2.1')).toBe('work alone')
  })
})
