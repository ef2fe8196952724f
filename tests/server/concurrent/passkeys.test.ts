import { expect, test } from 'vitest'
import { listMethods } from '#protocol/web/methods.ts'
import { createPasskey, passkeyCreateOptions, passkeyLogin } from '#protocol/web/passkeys.ts'
import { addPasskey, answerToSignIn } from '../../support/passkeys.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { makePasskey } from '../../support/soft-authenticator.ts'
import { createTwoServers, ORIGIN } from '../../support/test-server.ts'

test('of fifty calls with one answer on two instances, one signs in', async () => {
  const [one, two] = await createTwoServers()
  const { client } = await one.person()
  const { passkey } = await addPasskey(client, { counter: 1 })
  const [here, there] = [one.client(), two.client()]
  const credential = await answerToSignIn(here, passkey)
  const options = { params: { fp: here.webId } }
  const calls = Array.from({ length: 50 }, (_, at) =>
    (at % 2 === 0 ? here : there).call(passkeyLogin, { credential }, options),
  )
  const errors = (await Promise.all(calls)).map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  expect(errors.filter((error) => error === 'passkey_refused')).toHaveLength(49)
  const [listed] = (await client.call(listMethods, {})).data.methods
  expect(listed?.is_suspect).toBe(0)
})

test('of many answers with one counter, one signs in', async () => {
  const [one, two] = await createTwoServers()
  const { client } = await one.person()
  const { passkey } = await addPasskey(client, { counter: 1 })
  const browsers = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? one : two).client())
  const answers = await Promise.all(
    browsers.map(async (browser) => {
      const credential = await answerToSignIn(browser, passkey, { counter: 7 })
      return { browser, credential }
    }),
  )
  const replies = await Promise.all(
    answers.map(({ browser, credential }) => browser.call(passkeyLogin, { credential })),
  )
  expect(replies.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('one passkey sent many times at once is added once', async () => {
  const [one] = await createTwoServers()
  const { client } = await one.person()
  const { options, add_ticket } = (await client.call(passkeyCreateOptions, {})).data
  const { credential, passkey } = makePasskey(options, ORIGIN)
  const calls = Array.from({ length: 10 }, () =>
    retryWhileBusy(() => client.call(createPasskey, { credential, add_ticket })),
  )
  const replies = await Promise.all(calls)
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
  expect((await client.call(listMethods, {})).data.methods).toHaveLength(1)
  const browser = one.client()
  const answer = await answerToSignIn(browser, passkey)
  expect((await browser.call(passkeyLogin, { credential: answer })).error).toBeUndefined()
})
