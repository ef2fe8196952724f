import nacl from 'tweetnacl'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { logout } from '#protocol/web/session.ts'
import { ConfigError } from '../../../server/config/config.ts'
import { admitSecrets } from '../../../server/config/secret-marks.ts'
import { toSecrets, type Secrets } from '../../../server/config/secrets.ts'
import { createClient, type Client } from '../../support/client.ts'
import { createTestClock } from '../../support/clock.ts'
import { createPeople } from '../../support/create-people.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const former = { server: 's'.repeat(43), sealRoot: 'r'.repeat(43) }
const next = { server: 't'.repeat(43), sealRoot: 'u'.repeat(43) }
const type = 13

interface Change {
  /** Still makes everything with the former secrets, and accepts the next ones. */
  early: TestServer
  /** Makes everything with the next secrets, and accepts the former ones. */
  late: TestServer
  start(secrets: Secrets): Promise<TestServer>
}

async function changeSecrets(): Promise<Change> {
  const shared = { database: await createTestDatabase(true), clock: createTestClock() }
  const start = (secrets: Secrets): Promise<TestServer> => createTestServer({ ...shared, secrets })
  return {
    early: await start(toSecrets(former.server, former.sealRoot, next)),
    late: await start(toSecrets(next.server, next.sealRoot, former)),
    start,
  }
}

/** A browser whose balancer takes another server for each request. */
function balanced(...servers: readonly TestServer[]): Client {
  let turn = 0
  return createClient((request, address) => {
    const server = servers[turn++ % servers.length]
    if (server === undefined) throw new Error('no server')
    return server.fetch(request, address)
  }, ORIGIN)
}

async function secIdAt(server: TestServer, { cookies }: Client): Promise<unknown> {
  const client = createClient(server.fetch, ORIGIN)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return (await client.call(accountInfo, {})).data.sec_user_id
}

test('sessions stay valid while two servers use different current secrets', async () => {
  const { early, late } = await changeSecrets()
  for (const order of [
    [early, late],
    [late, early],
  ]) {
    const makePerson = createPeople(() => balanced(...order), early.codeFor)
    const { client, email, password } = await makePerson()
    expect(await secIdAt(early, client)).toBe(await secIdAt(late, client))
    await client.call(logout, {})
    const again = await client.call(passwordLogin, { email, password }, { isSealed: true })
    expect(again.error).toBeUndefined()

    const desktop = balanced(...order)
    const shown = await desktop.call(getQrcode, {})
    const token = shown.data.token
    const scanToken = new URL(shown.data.qrcode_index_url).searchParams.get('token') ?? ''
    expect((await client.call(scanQrcode, { token: scanToken })).error).toBeUndefined()
    expect((await client.call(confirmQrcode, { token: scanToken })).error).toBeUndefined()
    early.clock.passSeconds(2)
    expect((await desktop.call(checkQrconnect, { token })).data.status).toBe('confirmed')
  }
})

test('each server accepts codes of the other', async () => {
  const { early, late } = await changeSecrets()
  for (const [makes, takes] of [
    [early, late],
    [late, early],
  ] as const) {
    const email = `code-${makes === early ? 'early' : 'late'}@example.com`
    const client = balanced(makes, takes)
    await client.call(sendCode, { email, type })
    const code = await makes.codeFor(email)
    expect((await client.call(emailCodeLogin, { email, code })).error).toBeUndefined()
  }
})

test('each server accepts two-step references of the other', async () => {
  const { early, late } = await changeSecrets()
  const { userId } = await early.person()
  const call = { accountId: userId, aid: 1001, webId: 'w', operation: 'o', requestDigest: 'd' }
  const [first, second] = [early, late].map(({ app }) => app.services.verifications)
  const references = await first?.open(call, [], true)
  expect(await second?.open(call, [], true)).toEqual(references)
  const sent = {
    smsCodeKey: references?.smsCodeKey,
    verifyTicket: references?.verifyTicket,
    encryptUid: first?.encryptUid(userId, 1001),
  }
  expect((await second?.find(sent, 1001))?.accountId).toBe(userId)
})

test('pages that know either root key accept the sealing keys of both servers', async () => {
  const { early, late } = await changeSecrets()
  const roots = [early, late].map(({ app }) => app.sealRoot)
  expect(new Set(roots).size).toBe(2)
  for (const server of [early, late]) {
    const { data } = await server.client().call(sealKey, {})
    const text = Buffer.from(data.keys_json)
    const signers = [data.sig, data.former_sig].map((signature) =>
      roots.findIndex((root) =>
        nacl.sign.detached.verify(
          text,
          Buffer.from(String(signature), 'base64url'),
          Buffer.from(root, 'base64url'),
        ),
      ),
    )
    expect(new Set(signers)).toEqual(new Set([0, 1]))
    expect(signers[0]).toBe(server === early ? 0 : 1)
  }
})

test('without the former secrets only new proofs are valid, and lasting data stays', async () => {
  const { early, late, start } = await changeSecrets()
  let current = early
  const client = createClient((request, address) => current.fetch(request, address), ORIGIN)
  const { userId } = await createPeople(() => client, early.codeFor)()
  const secId = await secIdAt(early, client)
  const [oldMail, newMail] = ['old@example.com', 'new@example.com']
  await early.client().call(sendCode, { email: oldMail, type })
  await late.client().call(sendCode, { email: newMail, type })
  const oldCode = await early.codeFor(oldMail)
  const newCode = await late.codeFor(newMail)

  const last = await start(toSecrets(next.server, next.sealRoot))
  const refused = await last.client().call(emailCodeLogin, { email: oldMail, code: oldCode })
  expect(refused.error).toBe('code_error')
  const taken = await last.client().call(emailCodeLogin, { email: newMail, code: newCode })
  expect(taken.error).toBeUndefined()
  current = last
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBe('csrf_error')
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBeUndefined()

  expect(await secIdAt(last, client)).toBe(secId)
  const { trustedDevices } = last.app.services
  expect(await trustedDevices.isKnown(userId, client.webId)).toBe(true)
  const { data } = await last.client().call(sealKey, {})
  expect(data).not.toHaveProperty('former_sig')
})

test('a start is refused with removed or unknown secrets', async () => {
  const { late } = await changeSecrets()
  const { secretMarks } = late.app.services
  await admitSecrets(secretMarks, toSecrets(next.server, next.sealRoot))
  for (const [secrets, name] of [
    [toSecrets(former.server, next.sealRoot), 'SERVER_SECRET'],
    [toSecrets(next.server, former.sealRoot), 'SEAL_ROOT_KEY'],
    [toSecrets('v'.repeat(43), next.sealRoot, { server: 'w'.repeat(43) }), 'SERVER_SECRET'],
  ] as const) {
    const start = admitSecrets(secretMarks, secrets)
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(`${name} is not the one`)
  }
})

test('signing keys of id tokens outlive the secret that encrypted them', async () => {
  const { early, late, start } = await changeSecrets()
  const publishedBy = async (server: TestServer): Promise<unknown> =>
    await (await server.fetch(new Request(`${ORIGIN}/oauth/jwks`))).json()
  const published = await publishedBy(early)
  expect(published).toMatchObject({ keys: [{ kty: 'RSA' }] })
  expect(await publishedBy(late)).toEqual(published)
  expect(await publishedBy(await start(toSecrets(next.server, next.sealRoot)))).toEqual(published)
})
