import { describe, expect, test } from 'vitest'
import type { MembershipInfo } from '#protocol/objects.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { listIdentities } from '#protocol/web/identity.ts'
import { emailCodeLogin } from '#protocol/web/login.ts'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { addDomain, verifyDomain } from '#protocol/web/organization-domains.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import {
  createOrganizationByEmail,
  organizationInfo,
  updateOrganization,
} from '#protocol/web/organizations.ts'
import type { Client } from '../../support/client.ts'
import { createCompany, type Company } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { createOAuthClient, open, REDIRECT } from '../../support/oauth-client.ts'
import { addMember, addOrganization } from '../../support/organizations.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const domain = 'harbour.example'

/** Two organizations of one name, one with a domain, and a person who is in both and in a third. */
async function createNamesakes(
  server: TestServer,
): Promise<{ ann: Person; companies: readonly [Company, Company]; manager: string }> {
  const first = await createCompany(server, 'Harbour KK')
  const second = await createCompany(server, 'ｈａｒｂｏｕｒ  kk')
  const other = await createCompany(server, 'Orchard Ltd')
  await first.manager.call(addDomain, { domain })
  const code = await server.codeFor(`postmaster@${domain}`)
  await first.manager.call(verifyDomain, { domain, code })
  const ann = await server.person()
  for (const { id } of [first, second, other]) {
    server.clock.passSeconds(1)
    await addMember(server, id, ann, '--name', 'Ann')
  }
  const manager = (await second.manager.find(second.manager.id))?.deputy_name ?? ''
  return { ann, companies: [first, second], manager }
}

async function labelsIn(client: Client): Promise<unknown[]> {
  const { data } = await client.call(listIdentities, {})
  return data.list.map((one) => one.subject_label)
}

describe('the name of an organization', () => {
  test('may be that of another one, when it is created and when it is changed', async () => {
    const server = await createTestServer()
    const { id } = await createCompany(server, 'Harbour KK')
    const { manager } = await createCompany(server, 'Orchard Ltd')
    const renamed = await manager.call(updateOrganization, { subject_name: 'Harbour KK' })
    expect(renamed).toMatchObject({ error: undefined, data: { subject_name: 'Harbour KK' } })
    expect((await manager.call(organizationInfo, {})).data.subject_name).toBe('Harbour KK')
    expect(await addOrganization(server, 'Harbour KK')).not.toBe(id)
    const client = server.client()
    await client.call(sendCode, { email: 'new@example.com', type: 16 })
    const code = await server.codeFor('new@example.com')
    const created = await client.call(
      createOrganizationByEmail,
      { subject_name: 'harbour kk', email: 'new@example.com', code },
      { family: 'aff' },
    )
    expect(created).toMatchObject({ error: undefined, data: { user: { new_user: 1 } } })
  })
})

describe('organizations of one name', () => {
  test('are told apart by a proved domain, or the manager, in the lists of a person', async () => {
    const server = await createTestServer()
    const { ann, manager } = await createNamesakes(server)
    const labels = [
      undefined,
      'Harbour KK (harbour.example)',
      `ｈａｒｂｏｕｒ kk (${manager})`,
      undefined,
    ]
    expect(manager).not.toBe('')
    expect(await labelsIn(ann.client)).toEqual(labels)
    const client = server.client()
    server.clock.passSeconds(60)
    await client.call(sendCode, { email: ann.email, type: 13 })
    const login = { email: ann.email, code: await server.codeFor(ann.email) }
    const choice = await client.call(emailCodeLogin, login, { params: { subject_aid: '1001' } })
    expect(choice.error).toBe('choose_identity')
    const list = choice.data.subject_list as MembershipInfo[]
    expect(list.map((one) => one.subject_label)).toEqual(labels)
  })

  test('are told apart by their ids where nothing else differs', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const first = await createCompany(server, 'Harbour KK', ann)
    const second = await createCompany(server, 'Harbour KK', ann)
    const third = await addOrganization(server, 'Harbour KK')
    await addMember(server, third, ann)
    const labels = (await labelsIn(ann.client)).map(String)
    for (const id of [first.id, second.id]) {
      const label = labels.find((one) => one.endsWith(`, ${id})`))
      expect(label).toMatch(/^Harbour KK \(.+, \d+\)$/)
    }
    expect(labels).toContain(`Harbour KK (${third})`)
  })

  test('are told apart without scripts', async () => {
    const server = await createTestServer()
    const { ann, manager } = await createNamesakes(server)
    const page = await (await open(ann.client, `${ORIGIN}/form/identity?language=en`)).text()
    expect(page).toContain('Switch to Harbour KK (harbour.example)')
    expect(page).toContain(`kk (${manager})`)
    expect(page).not.toContain('Switch to Orchard Ltd (')
  })

  test('are told apart where a client asks for consent', async () => {
    const server = await createTestServer()
    const { ann, companies, manager } = await createNamesakes(server)
    for (const company of companies) await company.manager.call(updatePolicy, { programs: 'allow' })
    const oauthClient = await createOAuthClient(server)
    const { address, state, nonce } = await oauthClient.start({ scope: 'openid profile' })
    const page = await (await open(ann.client, address)).text()
    expect(page).toContain('Harbour KK (harbour.example) · Ann')
    expect(page).toContain(`kk (${manager}) · Ann`)
    const { data } = await ann.client.call(authInfo, {
      client_key: oauthClient.id,
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: new URL(address).searchParams.get('code_challenge') ?? '',
      code_challenge_method: 'S256',
    })
    const labels = (data.identities as { subject_label?: string }[]).map((one) => one.subject_label)
    expect(labels.slice(0, 2)).toEqual([undefined, 'Harbour KK (harbour.example)'])
  })
})
