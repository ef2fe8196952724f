import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ann, createTestCaptcha } from './server.ts'

async function passed() {
  const server = await createTestCaptcha()
  const decision = await server.open()
  const { id } = await server.get(decision)
  server.wait(2000)
  const verdict = await server.captcha.verify(
    { id, fp: decision.fp, answer: { x: server.rightX() } },
    server.asker,
  )
  expect(verdict).toEqual({ result: 'pass', expires_in: 120 })
  return server
}

describe('a passed challenge', () => {
  test('lets the protected call through once', async () => {
    const { captcha } = await passed()
    expect(await captcha.consume(ann)).toBe(true)
    expect(await captcha.consume(ann)).toBe(false)
  })

  test('lets one of many parallel calls through', async () => {
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
  test.each(others)('does not let a call %s through', async (_what, change) => {
    const { captcha } = await passed()
    expect(await captcha.consume({ ...ann, ...change })).toBe(false)
    expect(await captcha.consume(ann)).toBe(true)
  })

  test('counts for two minutes', async () => {
    const { captcha, wait } = await passed()
    wait(120_000)
    expect(await captcha.consume(ann)).toBe(false)
  })
})

describe('an answer', () => {
  test('is looked at once, however many come together', async () => {
    const { captcha, open, get, wait, asker, looked } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const verdicts = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        captcha.verify({ id, fp: decision.fp, answer: { x: 62 + i * 3 } }, asker),
      ),
    )
    expect(looked()).toBe(1)
    expect(verdicts.filter(({ result }) => result === 'expired')).toHaveLength(59)
  })

  test('cannot be given again', async () => {
    const { captcha, open, get, wait, asker, rightX } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const answer = { id, fp: decision.fp, answer: { x: rightX() } }
    expect((await captcha.verify(answer, asker)).result).toBe('pass')
    expect((await captcha.verify(answer, asker)).result).toBe('expired')
  })

  test('is refused from another browser and leaves the challenge open', async () => {
    const { captcha, open, get, wait, asker, rightX } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(2000)
    const answer = { id, answer: { x: rightX() } }
    const other = await captcha.verify({ ...answer, fp: 'verify_mallory' }, asker)
    expect(other.result).toBe('expired')
    expect((await captcha.verify({ ...answer, fp: decision.fp }, asker)).result).toBe('pass')
  })

  test('that is right but comes faster than a hand can move is wrong', async () => {
    const { captcha, open, get, wait, asker, rightX } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(300)
    const verdict = await captcha.verify({ id, fp: decision.fp, answer: { x: rightX() } }, asker)
    expect(verdict.result).toBe('fail')
  })

  test('after 180 seconds is too late, and another picture is to be had', async () => {
    const { captcha, open, get, wait, asker, rightX } = await createTestCaptcha()
    const decision = await open()
    const { id } = await get(decision)
    wait(180_000)
    const late = { id, fp: decision.fp, answer: { x: rightX() } }
    expect((await captcha.verify(late, asker)).result).toBe('expired')
    const again = await get(decision)
    expect(again.left).toBe(3)
  })

  test('that is wrong brings another picture, and the third ends the decision', async () => {
    const { captcha, open, get, wait, asker } = await createTestCaptcha()
    const decision = await open()
    let { id } = await get(decision)
    for (const left of [2, 1]) {
      wait(2000)
      const verdict = await captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)
      if (verdict.result !== 'fail' || !verdict.next) throw new Error('A next picture is missing.')
      expect(verdict.left).toBe(left)
      expect(verdict.next.refreshes).toBe(5)
      id = verdict.next.id
    }
    wait(2000)
    const last = await captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)
    expect(last).toEqual({ result: 'fail', left: 0, next: null })
    await expect(captcha.verify({ id, fp: decision.fp, answer: { x: 1 } }, asker)).resolves.toEqual(
      { result: 'expired' },
    )
  })

  test('ends the decision for every further picture and for computing, the third time', async () => {
    const { captcha, open, get, wait, asker } = await createTestCaptcha()
    const { fp, detail } = await open()
    let challenge = await get({ fp, detail })
    for (let tries = 1; tries <= 3; tries++) {
      wait(2000)
      const verdict = await captcha.verify({ id: challenge.id, fp, answer: { x: 0 } }, asker)
      if (verdict.result === 'fail' && verdict.next) challenge = verdict.next
    }
    for (const mode of ['visual', 'pow'] as const) {
      const outcome = await captcha.get({ detail, fp, region: 'sg', mode }, asker)
      expect('error' in outcome && outcome.error, mode).toBe('captcha_expired')
    }
  })

  test('to a picture that was replaced does not count', async () => {
    const { captcha, open, get, wait, asker, rightX, looked } = await createTestCaptcha()
    const decision = await open()
    const first = await get(decision)
    const x = rightX()
    await get(decision)
    wait(2000)
    const verdict = await captcha.verify({ id: first.id, fp: decision.fp, answer: { x } }, asker)
    expect(verdict.result).toBe('expired')
    expect(looked()).toBe(0)
  })
})

describe('a decision', () => {
  test('allows five refreshes', async () => {
    const { open, get } = await createTestCaptcha()
    const decision = await open()
    for (const refreshes of [5, 4, 3, 2, 1, 0]) {
      expect((await get(decision)).refreshes).toBe(refreshes)
    }
    await expect(get(decision)).rejects.toThrow('captcha_expired')
  })

  test('gives nothing for a forged detail, another browser or another application', async () => {
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

  test('ends after a quarter of an hour', async () => {
    const { open, get, wait } = await createTestCaptcha()
    const decision = await open()
    wait(15 * 60_000)
    await expect(get(decision)).rejects.toThrow('captcha_expired')
  })

  test('gives a web id to a browser that has none', async () => {
    const { open, get } = await createTestCaptcha()
    const decision = await open({ webId: '' })
    expect(decision.fp).toMatch(/^verify_\w{32}$/)
    expect((await get(decision)).subtype).toBe('slide')
  })

  test('keeps what the call is about under a hash of its own server', async () => {
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

  test('sends nothing that tells the answer', async () => {
    const { open, get } = await createTestCaptcha()
    const challenge = await get(await open())
    if (challenge.subtype !== 'slide') throw new Error('A slide was expected.')
    expect(Object.keys(challenge).toSorted()).toEqual(
      ['alt', 'geom', 'id', 'left', 'parts', 'refreshes', 'subtype', 'ttl_ms'].toSorted(),
    )
    expect(Object.keys(challenge.geom).toSorted()).toEqual(['h', 'size', 'w', 'y'])
  })
})
