import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findProof } from '../../widget/captcha/find-proof.ts'
import { ann, createTestCaptcha } from './server.ts'

async function passed() {
  const server = await createTestCaptcha()
  const decision = await server.open()
  const challenge = await server.get(decision)
  server.wait(2000)
  const verdict = await server.solve(decision, challenge, { x: server.rightX() })
  expect(verdict).toEqual({ result: 'pass', expires_in: 120 })
  return server
}

describe('a passed challenge', () => {
  test('accepts the protected call once', async () => {
    const { captcha } = await passed()
    expect(await captcha.consume(ann)).toBeDefined()
    expect(await captcha.consume(ann)).toBeUndefined()
  })

  test('accepts one of many parallel calls', async () => {
    const { captcha } = await passed()
    const results = await Promise.all(Array.from({ length: 50 }, () => captcha.consume(ann)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  const others = [
    ['of another browser', { webId: 'verify_mallory' }],
    ['of another operation', { operation: 'password_login' }],
    ['about another address', { requestDigest: 'digest of bob@example.com' }],
    ['of another application', { aid: 1002 }],
  ] as const
  test.each(others)('rejects a call %s', async (_what, change) => {
    const { captcha } = await passed()
    expect(await captcha.consume({ ...ann, ...change })).toBeUndefined()
    expect(await captcha.consume(ann)).toBeDefined()
  })

  test('is valid for two minutes', async () => {
    const { captcha, wait } = await passed()
    wait(120_000)
    expect(await captcha.consume(ann)).toBeUndefined()
  })
})

describe('an answer', () => {
  test('is checked once under concurrent answers', async () => {
    const { open, get, wait, solve, compared } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(2000)
    const verdicts = await Promise.all(
      Array.from({ length: 60 }, (_, i) => solve(decision, challenge, { x: 62 + i * 3 })),
    )
    expect(compared()).toBe(1)
    expect(verdicts.filter(({ result }) => result === 'expired')).toHaveLength(59)
  })

  test('cannot be repeated', async () => {
    const { open, get, wait, solve, rightX } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(2000)
    expect((await solve(decision, challenge, { x: rightX() })).result).toBe('pass')
    expect((await solve(decision, challenge, { x: rightX() })).result).toBe('expired')
  })

  test('is rejected from another browser and leaves the challenge open', async () => {
    const { open, get, wait, solve, rightX } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(2000)
    const other = await solve({ fp: 'verify_mallory' }, challenge, { x: rightX() })
    expect(other.result).toBe('expired')
    expect((await solve(decision, challenge, { x: rightX() })).result).toBe('pass')
  })

  test('is wrong if it comes faster than a person could solve it', async () => {
    const { open, get, wait, solve, rightX } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(300)
    const verdict = await solve(decision, challenge, { x: rightX() })
    expect(verdict.result).toBe('fail')
  })

  test('expires after 180 seconds, and another picture can be requested', async () => {
    const { open, get, wait, solve, rightX } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(180_000)
    expect((await solve(decision, challenge, { x: rightX() })).result).toBe('expired')
    const again = await get(decision)
    expect(again.left).toBe(3)
  })

  test('brings another picture if wrong; the third one ends the decision', async () => {
    const { open, get, wait, solve } = await createTestCaptcha()
    const decision = await open()
    let challenge = await get(decision)
    for (const left of [2, 1]) {
      wait(2000)
      const verdict = await solve(decision, challenge, { x: 1 })
      if (verdict.result !== 'fail' || !verdict.next) throw new Error('A next picture is missing.')
      expect(verdict.left).toBe(left)
      expect(verdict.next.refreshes).toBe(1)
      challenge = verdict.next
    }
    wait(2000)
    const last = await solve(decision, challenge, { x: 1 })
    expect(last).toEqual({ result: 'fail', left: 0, next: null })
    expect(await solve(decision, challenge, { x: 1 })).toEqual({ result: 'expired' })
  })

  test('ends the decision after the third wrong one, for pictures and proof of work', async () => {
    const { captcha, open, get, wait, solve, asker } = await createTestCaptcha()
    const { fp, detail } = await open()
    let challenge = await get({ fp, detail })
    for (let tries = 1; tries <= 3; tries++) {
      wait(2000)
      const verdict = await solve({ fp }, challenge, { x: 0 })
      if (verdict.result === 'fail' && verdict.next) challenge = verdict.next
    }
    for (const mode of ['visual', 'pow'] as const) {
      const outcome = await captcha.get({ detail, fp, region: 'sg', mode }, asker)
      expect('error' in outcome && outcome.error, mode).toBe('captcha_expired')
    }
  })

  test('is rejected for a replaced picture', async () => {
    const { open, get, wait, solve, rightX, compared } = await createTestCaptcha()
    const decision = await open()
    const first = await get(decision)
    const x = rightX()
    await get(decision)
    wait(2000)
    const verdict = await solve(decision, first, { x })
    expect(verdict.result).toBe('expired')
    expect(compared()).toBe(0)
  })
})

describe('the work of a picture', () => {
  test('is checked even if the answer is right', async () => {
    const { captcha, asker, open, get, wait, rightX } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const answer = { x: rightX() }
    const skipped = { id, fp: decision.fp, proof: 'A'.repeat(22), answer }
    expect((await captcha.verify(skipped, asker)).result).toBe('fail')
  })

  test('passes nothing if it was done for another challenge', async () => {
    const { captcha, asker, open, get, wait, rightX } = await createTestCaptcha()
    const decision = await open()
    const proof = await findProof((await get(decision)).pow, { sliceMs: 1000 })
    const { id } = await get(decision)
    wait(2000)
    const early = { id, fp: decision.fp, proof, answer: { x: rightX() } }
    expect((await captcha.verify(early, asker)).result).toBe('fail')
  })

  test('passes nothing without an answer', async () => {
    const { open, get, wait, solve } = await createTestCaptcha()
    const decision = await open()
    const challenge = await get(decision)
    wait(2000)
    expect((await solve(decision, challenge)).result).toBe('fail')
  })
})

describe('a decision', () => {
  test('allows two pictures, and proof of work after them', async () => {
    const { open, get } = await createTestCaptcha()
    const decision = await open()
    expect((await get(decision)).refreshes).toBe(1)
    expect((await get(decision)).refreshes).toBe(0)
    await expect(get(decision)).rejects.toThrow('captcha_expired')
    expect((await get(decision, 'pow')).subtype).toBe('pow')
    await expect(get(decision)).rejects.toThrow('captcha_expired')
  })

  test('replaces an expired picture without counting it', async () => {
    const { open, get, wait } = await createTestCaptcha()
    const decision = await open()
    await get(decision)
    await get(decision)
    for (let i = 0; i < 4; i++) {
      wait(175_000)
      expect((await get(decision)).subtype).toBe('slide')
      await expect(get(decision)).rejects.toThrow('captcha_expired')
    }
  })

  test('rejects a forged detail, another browser or another application', async () => {
    const { captcha, open, asker } = await createTestCaptcha()
    const { detail, fp } = await open()
    const forged = [
      { detail: `${detail.slice(0, -1)}${detail.endsWith('A') ? 'B' : 'A'}`, fp },
      { detail: detail.toLowerCase(), fp },
      { detail: `${detail}A`, fp },
      { detail, fp: 'verify_mallory' },
    ]
    for (const request of forged) {
      const outcome = await captcha.get({ ...request, region: 'sg', mode: 'visual' }, asker)
      expect(outcome).toEqual({ error: 'captcha_expired' })
    }
    const foreign = await captcha.get(
      { detail, fp, region: 'sg', mode: 'visual' },
      { ...asker, aid: 1002 },
    )
    expect(foreign).toEqual({ error: 'captcha_expired' })
  })

  test('expires after fifteen minutes', async () => {
    const { open, get, wait } = await createTestCaptcha()
    const decision = await open()
    wait(15 * 60_000)
    await expect(get(decision)).rejects.toThrow('captcha_expired')
  })

  test('issues a webId to a browser without one', async () => {
    const { open, get } = await createTestCaptcha()
    const decision = await open({ webId: '' })
    expect(decision.fp).toMatch(/^verify_\w{32}$/)
    expect((await get(decision)).subtype).toBe('slide')
  })

  test('stores the request digest with a secret of the server', async () => {
    const secret = randomBytes(32)
    const digests = await Promise.all(
      [secret, secret, randomBytes(32)].map(async (one) => {
        const { captcha } = await createTestCaptcha({ secret: one })
        return captcha.digest('+8613912345678')
      }),
    )
    expect(digests[0]).toMatch(/^[\w-]{43}$/)
    expect(digests[1]).toBe(digests[0])
    expect(digests[2]).not.toBe(digests[0])
  })

  test('sends nothing that reveals the answer', async () => {
    const { open, get } = await createTestCaptcha()
    const challenge = await get(await open())
    if (challenge.subtype !== 'slide') throw new Error('A slide was expected.')
    expect(Object.keys(challenge).toSorted()).toEqual(
      ['alt', 'geom', 'id', 'left', 'parts', 'pow', 'refreshes', 'subtype', 'ttl_ms'].toSorted(),
    )
    expect(Object.keys(challenge.geom).toSorted()).toEqual(['h', 'size', 'w', 'y'])
  })
})
