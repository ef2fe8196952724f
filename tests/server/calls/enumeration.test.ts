import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import type { Answer } from '../../support/client.ts'
import { observe } from '../../support/observe.ts'
import { observePair } from '../../support/observe-pair.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

test.each([13, 16, 6])(
  'answers and works alike for known and unknown addresses, code type %i',
  async (type) => {
    // Otherwise a worker's poll could add a statement to one of the calls.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const server = await createTestServer()
    const { email } = await server.person()
    const both = async (unknownEmail: string): Promise<[Observed, Observed]> => {
      server.clock.passSeconds(3600)
      // Otherwise the first call would also read the applications anew.
      await server.app.services.apps.find(1001)
      return [
        await observe(server, () => server.client().call(sendCode, { email, type })),
        await observe(server, () => server.client().call(sendCode, { email: unknownEmail, type })),
      ]
    }
    const [known, unknown] = await observePair(both)
    expect(known.answer.error).toBeUndefined()
    expect(known.answer.data).toEqual(unknown.answer.data)
    expect([...known.answer.headers.keys()]).toEqual([...unknown.answer.headers.keys()])
    expect(known.statements).toEqual(unknown.statements)
  },
)

test.each(['known', 'unknown'])('hashes the password for a %s account', async (who) => {
  // The real cost of a hash, so that one is seen; how long both take is measured in bench.
  const server = await createTestServer({
    settings: { HASH_MEMORY_KIB: '19456', HASH_PASSES: '2' },
  })
  const { email } = await server.person()
  const login = {
    email: who === 'known' ? email : 'pnobody@example.com',
    password: 'not the right one',
  }
  expect(await seesHash(server, () => server.client().call(passwordLogin, login))).toBe(
    'password_error',
  )
})

type Observed = Awaited<ReturnType<typeof observe<Answer>>>

/** The error of a call during which a password was hashed; undefined where none was. */
async function seesHash(
  server: TestServer,
  act: () => Promise<Answer>,
): Promise<string | undefined> {
  let seen = 0
  let answer: Answer | undefined
  void act().then((result) => (answer = result))
  while (answer === undefined) {
    seen = Math.max(seen, server.app.services.passwords.load().running)
    await new Promise(setImmediate)
  }
  return seen > 0 ? answer.error : undefined
}
