import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { getOpenQrcode } from '#protocol/web/open-qr.ts'
import { listIdentities } from '#protocol/web/identity.ts'
import { getQrcode } from '#protocol/web/qr.ts'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { sendSuccessorCode, transferInfo } from '#protocol/web/manager-transfer.ts'
import { addDomain } from '#protocol/web/organization-domains.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { begin, choose } from '../../support/manager-transfer.ts'
import { discover, oauthClientAt, open, optionsFor, REDIRECT } from '../../support/oauth-client.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const

/** What nobody may read as a name: it leads elsewhere, or speaks for the product. */
const refused = [
  'Sign in at http://evil.example/x',
  'evil.example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil。example',
  'ask a＠evil.example',
  'call +81 90 1234 5678',
  '\u3164',
  '\u2800',
  'Pаypal',
  'Sable',
  'Sable Support',
  'Ѕablе',
  'Manager',
]

/** What hides in a name or turns the text around it. */
const hidden = ['Ann\u200b', 'Ann\u202etxt', 'Ann\u2066x', 'Ann\u200fx', 'Ann\nBen', 'Ann\u2028Ben']
const HIDING = /[\u200b\u200f\u202a-\u202e\u2066-\u2069\u2028\u3164\u2800]/

function textOf(page: string): string {
  return page.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
}

/** Opens an address as somebody who typed it. */
async function read(client: Client, address: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'none', 'accept-language': 'en', accept: 'text/html' }
  return textOf(await (await client.send(new Request(address, { headers }))).text())
}

async function registered(server: TestServer, client_name: string) {
  const { output } = await typeCommand(server, ['client', 'token'])
  const initialAccessToken = /^token +(\S+)/.exec(output)?.[1] ?? ''
  const metadata = { client_name, redirect_uris: [REDIRECT] }
  const reply = await oauth.dynamicClientRegistrationRequest(await discover(server), metadata, {
    ...optionsFor(server),
    initialAccessToken,
  })
  const { client_id: id } = await oauth.processDynamicClientRegistrationResponse(reply)
  const as = await discover(server)
  return oauthClientAt(server, { id, secret: undefined, redirect: REDIRECT, server: as })
}

test('clients that registered themselves are named on consent and QR pages only by checked names', async () => {
  const settings = { CLIENT_REGISTRATION: 'token' }
  const server = await createTestServer({ settings })
  const { client: browser } = await server.person()
  for (const name of [...refused, ...hidden]) {
    const oauthClient = await registered(server, name)
    const started = await oauthClient.start({ scope: 'openid profile' })
    const { searchParams } = new URL(started.address)
    const shown = await server.client('198.51.100.7').call(
      getOpenQrcode,
      {
        client_key: oauthClient.id,
        redirect_uri: REDIRECT,
        scope: 'openid,profile',
        state: started.state,
        nonce: started.nonce,
        code_challenge: searchParams.get('code_challenge') ?? '',
        code_challenge_method: 'S256',
      },
      { origin: null },
    )
    const pages = [
      textOf(await (await open(browser, started.address)).text()),
      await read(browser, `${shown.data.scan_qrcode_url}&language=en`),
    ]
    for (const page of pages) {
      expect(page, name).toMatch(/It calls itself “(?:Unnamed|Ann\w*)”/)
      expect(page, name).not.toMatch(HIDING)
      expect(page, name).not.toMatch(/evil|0 1234|Support|Manager|[аЅ]/)
    }
  }
})

test('what an address says of a client is no sentence on our pages', async () => {
  const server = await createTestServer()
  const client = server.client()
  for (const name of [...refused, ...hidden]) {
    const query = new URLSearchParams({ language: 'en', client_id: name, response_type: 'code' })
    const user_code = new URLSearchParams({ language: 'en', user_code: name })
    for (const address of [`/oauth/authorize?${query}`, `/device?${user_code}`]) {
      const page = await read(client, ORIGIN + address)
      expect(page, address).not.toMatch(HIDING)
      expect(page, address).not.toMatch(/Sign in at|call \+|Sable Support/)
    }
    const typed = await client.form('/form/device', { user_code: name, language: 'en' })
    expect(textOf(await typed.text())).not.toContain(name === 'Sable' ? 'Sable Sable Sable' : name)
  }
})

test('a device that shows a QR code is described in our words', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const agent = 'Firefox/1 on http://evil.example (Windows; call +81 90 1234 5678)'
  const desktop = server.client()
  const { data } = await desktop.call(getQrcode, {}, { headers: { 'user-agent': agent } })
  const page = await read(client, `${data.qrcode_index_url}&language=en`)
  expect(page).toContain('Firefox on Windows')
  expect(page).not.toContain('evil')
})

test('managers are named in hand-overs, invitations, domain codes and lists only by checked names', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const company = await createCompany(server, 'Orchard', person)
  const twin = await createCompany(server, 'Orchard')
  const { manager } = company
  const ann = await company.join('Ann')
  await runCommand(server, 'member', 'add', twin.id, ann.person.userId)
  for (const name of refused.slice(0, 6)) {
    await server.database.query
      .updateTable('memberships')
      .set({ name })
      .where('id', '=', manager.id)
      .execute()
    server.clock.passSeconds(24 * 3600)
    const ticket = await begin(server, company)
    await manager.call(sendSuccessorCode, await choose(company, ann, ticket))
    expect((await ann.call(transferInfo, {})).data, name).toMatchObject({
      from_name: 'A member',
      to_name: 'Ann',
    })
    const email = `guest${name.length}@example.com`
    await manager.call(createInvitationByEmail, { email, deputy_name: 'Ben' })
    await manager.call(addDomain, { domain: 'orchard.example' })
    const identities = await ann.client.call(listIdentities, {}, aff)
    const messages = [
      ...(await server.mail(ann.person.email)),
      ...(await server.mail(email)),
      ...(await server.mail('postmaster@orchard.example')),
    ]
    const shown = JSON.stringify([identities.data, messages])
    expect(shown, name).not.toContain(name)
    expect(shown, name).toContain('A member')
  }
})
