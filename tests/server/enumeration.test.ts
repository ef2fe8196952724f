import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import type { Answer } from '../support/client.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'

const ROUNDS = 25

test.each([13, 16, 6])(
  'answers and works alike for known and unknown addresses, code type %i',
  async (type) => {
    const server = await createTestServer()
    const { email } = await server.person()
    server.clock.passSeconds(3600)
    const known = await observe(server, () => server.client().call(sendCode, { email, type }))
    const unknown = await observe(server, () =>
      server.client().call(sendCode, { email: 'pnobody@example.com', type }),
    )
    expect(known.answer.error).toBeUndefined()
    expect(known.answer.data).toEqual(unknown.answer.data)
    expect([...known.answer.headers.keys()]).toEqual([...unknown.answer.headers.keys()])
    expect(known.statements).toEqual(unknown.statements)
  },
)

test('spends as long on an account that does not exist as on a wrong password', async () => {
  // The real cost of a hash, so that leaving it out would show.
  const server = await createTestServer({
    settings: {
      HASH_MEMORY_KIB: '19456',
      HASH_PASSES: '2',
      FAILURES_BEFORE_CAPTCHA: '1000',
    },
  })
  const { email } = await server.person()
  const wrong: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    wrong.push(await timeOf(server, email))
    unknown.push(await timeOf(server, `nobody${round}@example.com`))
    await server.database.query.deleteFrom('login_failures').execute()
  }
  const ratio = median(unknown) / median(wrong)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
})

// Counts the statements of each kind that reach the database while something is done.
async function observe(
  server: TestServer,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; statements: string[] }> {
  await server.app.services.outbox.idle()
  const statements: string[] = []
  const { stores } = server.app.services
  const original = stores.tx
  const watched: typeof stores.tx = (body) =>
    original((tx) =>
      body(
        Object.fromEntries(
          Object.entries(tx).map(([noun, store]) => [noun, watch(noun, store, statements)]),
        ) as unknown as typeof tx,
      ),
    )
  Object.assign(stores, { tx: watched })
  try {
    return { answer: await act(), statements }
  } finally {
    Object.assign(stores, { tx: original })
  }
}

function watch<Store extends object>(noun: string, store: Store, seen: string[]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      seen.push(`${noun}.${String(name)}`)
      return Reflect.get(target, name) as unknown
    },
  })
}

async function timeOf(server: TestServer, email: string): Promise<number> {
  const client = server.client()
  const start = performance.now()
  await client.call(passwordLogin, { email, password: 'not the right one' })
  return performance.now() - start
}

function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
