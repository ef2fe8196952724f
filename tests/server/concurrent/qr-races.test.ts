import { expect, test } from 'vitest'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import type { Client } from '../../support/client.ts'
import { createPeople } from '../../support/create-people.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import {
  PROCESS_TEST_MS,
  startServerProcess,
  type ServerProcess,
} from '../../support/server-process.ts'

const CALLS = 100
test(
  'gives a code to one of two phones and its result to one of a hundred polls, on two processes',
  { timeout: PROCESS_TEST_MS },
  async () => {
    const { env } = await createTestDatabase(true)
    const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
    const [one, two] = servers
    const makePerson = createPeople(() => one.client(), one.codeFor)
    const people = [await makePerson(), await makePerson()]
    const desktop = one.client()
    const shown = await desktop.call(getQrcode, {})
    const token = shown.data.token

    const phones = Array.from({ length: CALLS }, (_, at) => {
      const person = people[at % 2]
      const phone = sameBrowser(person?.client, at % 4 < 2 ? one : two)
      return { phone, userId: person?.userId }
    })
    const scans = await Promise.all(
      phones.map(({ phone }) => retryWhileBusy(() => phone.call(scanQrcode, { token }))),
    )
    const owners = new Set(
      phones.filter((_, at) => scans[at]?.error === undefined).map(({ userId }) => userId),
    )
    expect(owners.size).toBe(1)
    expect(new Set(scans.map(({ error }) => error))).toEqual(new Set([undefined, 'qr_not_yours']))

    const answers = await Promise.all(
      phones.map(({ phone }) => retryWhileBusy(() => phone.call(confirmQrcode, { token }))),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)

    const browsers = Array.from({ length: CALLS }, (_, at) =>
      sameBrowser(desktop, at % 2 === 0 ? one : two),
    )
    const polls = await Promise.all(
      browsers.map((it) => retryWhileBusy(() => it.call(checkQrconnect, { token }))),
    )
    // Polls that arrive a second later find the result gone.
    const confirmed = polls.filter(({ data }) => data.status === 'confirmed')
    expect(confirmed).toHaveLength(1)
    const signedIn = browsers.filter(({ cookies }) => cookies.has('sessionid'))
    expect(signedIn).toHaveLength(1)
    const [owner] = owners
    expect(confirmed[0]?.data.user_data).toMatchObject({ user_id_str: owner })
  },
)

/** Continues a browser on another process, as behind a load balancer. */
function sameBrowser(known: Client | undefined, server: ServerProcess): Client {
  const client = server.client()
  for (const [name, value] of known?.cookies ?? []) client.cookies.set(name, value)
  return client
}
