import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import { updateUser, uploadAvatar } from '#protocol/web/profile.ts'
import { createTestServer } from '../../support/test-server.ts'
import { png, upload } from '../../support/upload.ts'

test('changes the name', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data } = await client.call(updateUser, { name: '  Ann 安 🦦 ' })
  expect(data).toMatchObject({ name: 'Ann 安 🦦', screen_name: 'Ann 安 🦦' })
  expect((await client.call(accountInfo, {})).data.name).toBe('Ann 安 🦦')
})

test('tells and changes the own name beside the one in the organization', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect((await client.call(accountInfo, {})).data).not.toHaveProperty('own_name')
  await client.call(updateUser, { name: 'Ann' })
  await client.call(createOrganization, { subject_name: 'Harbour' }, { family: 'aff' })
  const { data } = await client.call(updateUser, { name: 'Ann Other' })
  expect(data).toMatchObject({ name: 'Ann', own_name: 'Ann Other' })
  expect((await client.call(accountInfo, {})).data).toMatchObject({
    name: 'Ann',
    own_name: 'Ann Other',
  })
})

test.each(['x'.repeat(65), 'line\nbreak', 'right\u202eleft', 'Support', 'ｓａｂｌｅ'])(
  'rejects the name %j',
  async (name) => {
    const server = await createTestServer()
    const { client } = await server.person()
    expect((await client.call(updateUser, { name })).error).toBe('text_refused')
  },
)

test('crops a picture to a small square without metadata and serves it with long caching', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const picture = await sharp({
    create: { width: 600, height: 300, channels: 3, background: '#2340c8' },
  })
    .withExif({ IFD0: { Copyright: 'somewhere' } })
    .jpeg()
    .toBuffer()
  const answer = await upload(client, uploadAvatar, 'avatar', picture)
  expect(answer.error).toBeUndefined()
  const url = String(answer.data.url)
  expect(url).toMatch(/^http:\/\/localhost:4321\/avatars\/[\w-]{22}\.webp$/)
  expect((await client.call(accountInfo, {})).data.avatar_url).toBe(url)

  const reply = await server.fetch(new Request(url))
  expect(reply.headers.get('content-type')).toBe('image/webp')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('cache-control')).toContain('immutable')
  const stored = await sharp(await reply.arrayBuffer()).metadata()
  expect(stored).toMatchObject({ width: 256, height: 256, format: 'webp' })
  expect(stored.exif).toBeUndefined()
})

test('deletes the avatar before the last one', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const first = await upload(client, uploadAvatar, 'avatar', await png(40, 40, '#fff'))
  await upload(client, uploadAvatar, 'avatar', await png(40, 40, '#000'))
  expect((await server.fetch(new Request(String(first.data.url)))).status).toBe(404)
})

test.each([
  ['text', Buffer.from('hello, I am no picture at all')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a picture that breaks off', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
])('rejects %s', async (_, bytes) => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect((await upload(client, uploadAvatar, 'avatar', bytes)).error).toBe('file_type')
})

test('rejects a picture of more than 2 MiB, and a missing one', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const large = Buffer.concat([await png(40, 40, '#fff'), Buffer.alloc(MAX_PICTURE_BYTES)])
  expect((await upload(client, uploadAvatar, 'avatar', large)).error).toBe('file_size')
  expect((await upload(client, uploadAvatar, 'avatar', undefined)).error).toBe('bad_parameter')
})

test('requires a session', async () => {
  const server = await createTestServer()
  const client = server.client()
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBe('session_expired')
  await client.call(accountInfo, {})
  expect((await upload(client, uploadAvatar, 'avatar', await png(40, 40, '#fff'))).error).toBe(
    'session_expired',
  )
})
