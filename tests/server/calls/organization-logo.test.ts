import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listIdentities } from '#protocol/web/identity.ts'
import { checkInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import { updateOrganization, uploadLogo } from '#protocol/web/organizations.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany, giveRole, type Company, type Member } from '../../support/companies.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'
import { png, upload } from '../../support/upload.ts'

const path = `/passport/aff/web/${uploadLogo.paths.aff?.[0]}`

async function uploadAs(
  { client }: Member,
  id: string,
  bytes: Buffer | undefined,
): Promise<Answer> {
  return await upload(client, uploadLogo, 'logo', bytes, { subject_uid: id }, path)
}

async function logoOf(company: Company, bytes: Buffer): Promise<string> {
  const { data, error } = await uploadAs(company.manager, company.id, bytes)
  expect(error).toBeUndefined()
  return String((data.base_infos as { logo_url?: string }).logo_url)
}

const fetchPicture = async (server: TestServer, url: string): Promise<Response> =>
  await server.client().send(new Request(url))

test('members and whoever is invited see the logo that a manager uploads', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager } = company
  const url = await logoOf(company, await png(600, 300))
  expect(url).toMatch(new RegExp(`^${ORIGIN}/avatars/[\\w-]{22}\\.webp$`))
  const picture = Buffer.from(await (await fetchPicture(server, url)).arrayBuffer())
  const { width, height, format } = await sharp(picture).metadata()
  expect({ width, height, format }).toEqual({ width: 256, height: 256, format: 'webp' })
  const { list } = (await manager.client.call(listIdentities, {}, { family: 'aff' })).data
  expect(list).toContainEqual(expect.objectContaining({ logo_url: url }))
  const invited = await manager.call(createInvitationByEmail, {
    email: 'ben@example.com',
    deputy_name: 'Ben',
  })
  const invite_ticket = new URL(String(invited.data.link)).searchParams.get('ticket') ?? ''
  const check = await server.client().call(checkInvitation, { invite_ticket }, { family: 'aff' })
  expect(check.data.logo_url).toBe(url)
})

test('another logo replaces the former one, and an empty address removes it', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const first = await logoOf(company, await png(40, 40, '#fff'))
  const second = await logoOf(company, await png(40, 40, '#000'))
  expect((await fetchPicture(server, first)).status).toBe(404)
  expect((await fetchPicture(server, second)).status).toBe(200)
  const removed = await company.manager.call(updateOrganization, { base_infos: { logo_url: '' } })
  expect(removed.data.base_infos).toEqual({})
  expect((await fetchPicture(server, second)).status).toBe(404)
})

test('a logo is a picture, and needs the permission to change the organization', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
  await giveRole(company, ben, ['subject.read', 'subject.update'])
  const picture = await png(40, 40)
  expect(await uploadAs(ann, company.id, picture)).toMatchObject({
    error: 'no_permission',
    data: { permission: 'subject.update' },
  })
  const other = await createCompany(server, 'Orchard Ltd')
  expect((await uploadAs(other.manager, company.id, picture)).error).toBe('not_member')
  const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect((await uploadAs(ben, company.id, text)).error).toBe('file_type')
  expect((await uploadAs(ben, company.id, undefined)).error).toBe('bad_parameter')
  for (let time = 0; time < 20; time++) {
    expect((await uploadAs(ben, company.id, picture)).error).toBeUndefined()
  }
  // It cannot be decoded, and is not.
  const broken = picture.subarray(0, 40)
  expect((await uploadAs(ben, company.id, broken)).error).toBe('too_often')
})
