import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readDecision } from '#protocol/captcha/decision.ts'
import { kindNames, type KindName } from '#protocol/captcha/kind-codes.ts'
import { captchaRepository } from '../../server/store/captcha-repository.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'
import { ann, createTestCaptcha } from './server.ts'

/** Asks for a puzzle of a decision for some kind, with and without a wish. */
async function ask(
  kind: 'whirl' | 'any',
  wish?: KindName,
  least: 0 | 1 | 2 = 0,
  mode: 'any' | 'visual' | 'pow' = 'visual',
) {
  const server = await createTestCaptcha({ site: { least, busyPerMinute: 1e6 } })
  const decision = readDecision(await server.captcha.decide({ ...ann, kind }))
  if (!decision) throw new Error('The decision cannot be read.')
  const { detail, fp, subtype } = decision
  const outcome = await server.captcha.get({ detail, fp, region: 'sg', mode, wish }, server.asker)
  if ('error' in outcome) throw new Error(outcome.error)
  return { server, fp, subtype, challenge: outcome.challenge }
}

describe('a preferred kind', () => {
  test('is used if the server allows any kind', async () => {
    const { subtype, challenge } = await ask('any', 'text')
    expect([subtype, challenge.subtype]).toEqual(['slide', 'text'])
  })

  test('is ignored if the decision names a kind', async () => {
    const { subtype, challenge } = await ask('whirl', 'text')
    expect([subtype, challenge.subtype]).toEqual(['whirl', 'whirl'])
  })

  test.each([0, 1, 2] as const)('is shown at level %i, but slide above 0', async (least) => {
    for (const wish of kindNames.filter((kind) => least === 0 || kind !== 'slide')) {
      for (const mode of ['any', 'visual'] as const) {
        expect((await ask('any', wish, least, mode)).challenge.subtype).toBe(wish)
      }
    }
    if (least === 0) return
    const kinds = new Set<string>()
    for (let i = 0; i < 30; i++) kinds.add((await ask('any', 'slide', least)).challenge.subtype)
    expect([...kinds].toSorted()).toEqual(kindNames.filter((kind) => kind !== 'slide').toSorted())
  })

  test('shows no picture to who asks for work, or for a kind that is not to be had', async () => {
    expect((await ask('any', 'text', 0, 'pow')).challenge.subtype).toBe('pow')
    expect((await ask('whirl', 'text', 0, 'any')).challenge.subtype).toBe('pow')
    expect((await ask('any', undefined, 0, 'any')).challenge.subtype).toBe('pow')
  })

  test('is optional', async () => {
    const { challenge } = await ask('any')
    expect(kindNames).toContain(challenge.subtype)
  })

  test('is used if the decision names a kind that is unknown here', async () => {
    const database = openDatabase(':memory:')
    await migrate(database, Date.now)
    const site = { least: 0, busyPerMinute: 1e6 } as const
    const server = await createTestCaptcha({ repository: captchaRepository(database), site })
    const { detail, fp } = await server.open()
    await database.query
      .updateTable('captchaDecisions')
      .set({ kind: sql`'newer'` })
      .execute()
    const outcome = await server.captcha.get(
      { detail, fp, region: 'sg', mode: 'visual', wish: 'text' },
      server.asker,
    )
    expect(outcome).toMatchObject({ challenge: { subtype: 'text' } })
  })

  test('is kept after a wrong answer', async () => {
    const { server, fp, challenge } = await ask('any', '3d')
    server.wait(5000)
    const verdict = await server.solve({ fp }, challenge, { points: [[0, 0]] })
    expect(verdict).toMatchObject({ result: 'fail', next: { subtype: '3d' } })
  })
})
