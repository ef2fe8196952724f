import { expect, test } from 'vitest'
import { createConsoleServer, signInOperator } from '../../support/console.ts'

test('finds people by all that identifies them, and by how it begins, without whole addresses', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const bob = await server.person({ email: 'bobby.tables@example.com' })
  await server.database.query
    .updateTable('accounts')
    .set({ name: 'Zebedee' })
    .where('id', '=', bob.userId)
    .execute()
  for (const q of [bob.userId, 'BOBBY.tables@example.com', 'bobby', 'bob']) {
    const { text } = await ann.get(`/people?${new URLSearchParams({ q })}`)
    expect(text, q).toContain(`href="/people/${bob.userId}"`)
    expect(text).toContain('b***@example.com')
    expect(text.replaceAll(`value="${q}"`, '')).not.toContain('bobby.tables@')
  }
  for (const q of ['bo', 'nobody@example.com', '+15550100', '%', '1']) {
    const { status, text } = await ann.get(`/people?${new URLSearchParams({ q })}`)
    expect([status, text.includes(bob.userId)], q).toEqual([200, false])
  }
  for (let count = 0; count < 60; count++) {
    await server.app.services.transaction((tx) =>
      tx.accounts.createForOperator({
        email: `many${count}@example.com`,
        isEmailProved: true,
        mobile: undefined,
        username: undefined,
        name: `Many ${count}`,
        locale: 'en',
        aid: 1001,
        passwordHash: null,
        passwordForm: '',
      }),
    )
  }
  const seen = new Set<string>()
  let path: string | undefined = '/people?q=many'
  while (path !== undefined) {
    const { text } = await ann.get(path)
    const ids = [...text.matchAll(/href="\/people\/(\d+)"/g)].map(([, id = '']) => id)
    expect(ids.length).toBeLessThanOrEqual(50)
    for (const id of ids) seen.add(id)
    const next: string | undefined = /href="([^"]*)">Next page/.exec(text)?.[1]
    path = next?.replaceAll('&amp;', '&')
  }
  expect(seen.size).toBe(60)
  const other = await signInOperator(server, 'support')
  const { text } = await ann.get('/people?q=many')
  const link = /href="([^"]*)">Next page/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  // Of another operator, and of nobody.
  expect((await other.get(link)).text).toContain('the address is wrong')
  expect((await ann.get('/people?after=x')).status).toBe(404)
})

test('says on every page, in both languages, of which zone its times are', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  for (const path of ['/', `/people/${ann.person.userId}`, '/record', '/tokens']) {
    expect((await ann.get(`${path}?language=en`)).text).toContain('Times are UTC')
    expect((await ann.get(`${path}?language=ja`)).text).toContain('日時はUTC')
  }
})
