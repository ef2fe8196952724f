import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { checkWork, makeWork } from '../../server/captcha/proof-of-work.ts'
import { solveWork } from '../../widget/captcha/proof-of-work.ts'

const secret = randomBytes(32)

describe('proof of work', () => {
  test('made by the server is solved by the browser', async () => {
    for (const range of [
      { min: 1, max: 1 },
      { min: 100, max: 160 },
    ]) {
      const { work, answer } = await makeWork(secret, range, ['id', 1001])
      expect(checkWork(answer, await solveWork(work))).toBe(true)
    }
  })

  test('takes only the counter that was meant, with its signature', async () => {
    const { answer } = await makeWork(secret, { min: 5, max: 9 }, ['id'])
    const other = await makeWork(secret, { min: 5, max: 9 }, ['other id'])
    expect(checkWork(answer, { ...answer, counter: answer.counter + 1 })).toBe(false)
    expect(checkWork(answer, { ...answer, sig: other.answer.sig })).toBe(false)
    expect(checkWork(answer, { ...answer, sig: '' })).toBe(false)
  })

  test('tells how far it is and stops when it is given up', async () => {
    const { work } = await makeWork(secret, { min: 5000, max: 6000 }, ['id'])
    // Of another salt no counter is found before it is given up.
    const endless = { ...work, salt: randomBytes(16).toString('base64url') }
    const shares: number[] = []
    const stop = new AbortController()
    const solving = solveWork(endless, {
      signal: stop.signal,
      onProgress: (share) => {
        shares.push(share)
        if (shares.length === 3) stop.abort()
      },
    })
    await expect(solving).rejects.toThrow('abort')
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  test('says so when no counter fits', async () => {
    const { work } = await makeWork(secret, { min: 1, max: 4 }, ['id'])
    const changed = { ...work, salt: randomBytes(16).toString('base64url') }
    await expect(solveWork(changed)).rejects.toThrow('no counter')
  })

  test('is solved where the browser hides its own derivation, as over plain http', async () => {
    const { work, answer } = await makeWork(secret, { min: 10, max: 30 }, ['id'])
    vi.stubGlobal('crypto', {})
    const shares: number[] = []
    const found = await solveWork(work, { onProgress: (share) => shares.push(share) })
    expect(checkWork(answer, found)).toBe(true)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  test('stops there too when it is given up', async () => {
    const { work } = await makeWork(secret, { min: 5000, max: 6000 }, ['id'])
    const endless = { ...work, salt: randomBytes(16).toString('base64url') }
    vi.stubGlobal('crypto', {})
    const stop = new AbortController()
    const solving = solveWork(endless, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(solving).rejects.toThrow('abort')
  })
})
