import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limitedProfileFields } from '#protocol/profile-fields.ts'
import { accountInfo } from '#protocol/web/login.ts'
import {
  checkDefaultInfo,
  defaultAvatarList,
  defaultBackgroundList,
  getImage,
  recommendName,
  remainingUpdateTimes,
  updateUser,
  uploadAvatar,
  uploadPicture,
} from '#protocol/web/profile.ts'
import { readAnswer, type Client } from '../../support/client.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { png, upload } from '../../support/upload.ts'

const DAY_SECONDS = 24 * 3600

test('changes all fields at once and returns them', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const changed = await client.call(updateUser, {
    name: 'Ann   安',
    user_unique_name: 'ＡＮＮ-lee',
    description: ' Likes cafe\u0301s.\nAnd rivers. ',
    gender: 2,
    birthday: '1992-02-29',
    avatar: 'default-avatar-3',
    bg_img: 'default-background-2',
    locale: 'ja',
  })
  const expected = {
    name: 'Ann 安',
    user_unique_name: 'ann-lee',
    description: 'Likes caf\u00e9s.\nAnd rivers.',
    gender: 2,
    birthday: '1992-02-29',
    avatar_url: `${ORIGIN}/avatars/default-avatar-3.webp`,
    bg_img_url: `${ORIGIN}/avatars/default-background-2.webp`,
    locale: 'ja',
  }
  expect(changed.data).toMatchObject(expected)
  const { data } = await client.call(accountInfo, {})
  expect(data).toMatchObject({
    ...expected,
    app_user_info: { user_unique_name: 'ann-lee' },
    is_visitor_account: false,
    is_employee: false,
    user_verified: false,
    passport_enterprise_user_type: 0,
    connects: [],
  })
})

test('accepts one field as `field` and `value`, with the same validation', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const one = { field_namespace: 'user' } as const
  const good = await client.call(updateUser, { ...one, field: 'gender', value: '1' })
  expect(good.data.gender).toBe(1)
  const bad = await client.call(updateUser, { ...one, field: 'gender', value: '7' })
  expect(bad.error).toBe('bad_parameter')
  const name = await client.call(updateUser, { ...one, field: 'name', value: 'Support' })
  expect(name.error).toBe('text_refused')
  const none = await client.call(updateUser, { ...one, field: 'name' })
  expect(none.error).toBe('text_refused')
})

test.each(['李 Anna ひろ', 'Анна Петрова', 'אנה 3', 'Ann Support-Lee', 'Zoë 🦦'])(
  'accepts the name %j',
  async (name) => {
    const server = await createTestServer()
    const { client } = await server.person()
    expect((await client.call(updateUser, { name })).error).toBeUndefined()
  },
)

test.each([
  'Ѕаblе',
  'sab1e',
  'S a b l e',
  'аdmin',
  'o\u0301fficial',
  '\u200b',
  'Sable Support Team',
  'Ann Ѕmith',
])('refuses the name %j in any spelling', async (name) => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect((await client.call(updateUser, { name })).error).toBe('text_refused')
})

test('rejects a future birthday and control characters in a description', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect((await client.call(updateUser, { birthday: '2026-11-23' })).error).toBe('bad_parameter')
  expect((await client.call(updateUser, { description: 'a\u202eb' })).error).toBe('bad_parameter')
  expect((await client.call(updateUser, { description: 'x'.repeat(201) })).error).toBe(
    'bad_parameter',
  )
})

test('gives a username to one of many concurrent calls', async () => {
  const server = await createTestServer()
  const people = []
  for (let number = 0; number < 20; number++) people.push(await server.person())
  const answers = await Promise.all(
    people.map(({ client }) =>
      retryWhileBusy(() => client.call(updateUser, { user_unique_name: 'otter' })),
    ),
  )
  const errors = answers.map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  expect(errors.filter((error) => error === 'name_taken')).toHaveLength(19)
})

test('counts real changes only, and returns the remaining ones', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  await client.call(updateUser, { user_unique_name: 'ann' })
  await client.call(updateUser, { user_unique_name: 'ANN' })
  await client.call(updateUser, { user_unique_name: 'admin' })
  const { data } = await client.call(remainingUpdateTimes, { field: 'user_unique_name' })
  const reset = server.clock.now() / 1000 + 90 * DAY_SECONDS
  expect(data.list).toEqual([{ field: 'user_unique_name', remaining: 1, most: 2, reset_at: reset }])
  await client.call(updateUser, { user_unique_name: 'anna' })
  const refused = await client.call(updateUser, { user_unique_name: 'annie', name: 'Annie' })
  expect(refused.error).toBe('no_updates_left')
  expect(refused.data).toMatchObject({ field: 'user_unique_name', reset_at: reset })
  const all = await client.call(remainingUpdateTimes, {})
  expect(all.data.total).toBe(limitedProfileFields.length)
  expect(all.data.list).toContainEqual({ field: 'name', remaining: 5, most: 5, reset_at: 0 })
  server.clock.passSeconds(90 * DAY_SECONDS)
})

test('limits concurrent changes', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      retryWhileBusy(() => client.call(updateUser, { name: `Ann ${at}` })),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(5)
  expect(answers.filter(({ error }) => error === 'no_updates_left')).toHaveLength(25)
})

test('returns whether name and avatar are the initial ones', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const before = await client.call(checkDefaultInfo, {})
  expect(before.data).toMatchObject({ is_default_name: 1, is_default_avatar: 1 })
  await client.call(updateUser, { name: 'Ann', avatar: 'default-avatar-1' })
  const between = await client.call(checkDefaultInfo, {})
  expect(between.data).toMatchObject({ is_default_name: 0, is_default_avatar: 1 })
  await upload(client, uploadAvatar, 'avatar', await png(40, 40))
  const after = await client.call(checkDefaultInfo, {})
  expect(after.data).toMatchObject({ is_default_avatar: 0 })
})

test('lists default pictures, which everybody can load', async () => {
  const server = await createTestServer()
  const client = server.client()
  const avatars = await client.call(defaultAvatarList, { aid: 1001, page_size: 12 })
  const backgrounds = await client.call(defaultBackgroundList, { aid: 1001 })
  expect([avatars.data.total, backgrounds.data.total]).toEqual([12, 6])
  const seen = new Set<string>()
  for (const { data } of [avatars, backgrounds]) {
    for (const { url } of data.list as { url: string }[]) {
      const reply = await server.fetch(new Request(url))
      expect(reply.headers.get('content-type')).toBe('image/webp')
      seen.add(Buffer.from(await reply.arrayBuffer()).toString('base64'))
    }
  }
  expect(seen.size).toBe(18)
  expect((await client.call(defaultAvatarList, { aid: 77 })).error).toBe('bad_app')
})

test('suggests names in the language of the call, and free usernames', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const english = await client.call(recommendName, { count: 20 })
  expect(new Set(english.data.list).size).toBe(20)
  const japanese = await client.call(recommendName, {}, { params: { language: 'ja' } })
  for (const name of japanese.data.list) {
    expect(name).toMatch(/[\u3040-\u30ff]/)
    expect((await client.call(updateUser, { name })).error).toBeUndefined()
  }
  const { data } = await client.call(recommendName, { field: 'user_unique_name', count: 3 })
  const [free = ''] = data.list
  expect((await client.call(updateUser, { user_unique_name: free })).error).toBeUndefined()
})

test('stores pictures, serves public ones, and sets one as background', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data } = await upload(client, uploadPicture, 'pic', await png(2000, 1000))
  const key = String(data.web_uri)
  const shown = await server.fetch(new Request(String(data.url)))
  const meta = await sharp(await shown.arrayBuffer()).metadata()
  expect(meta).toMatchObject({ width: 1600, height: 800, format: 'webp' })
  const set = await client.call(updateUser, { bg_img: key })
  expect(set.data.bg_img_url).toBe(data.url)
  const stranger = await show(server.client(), key)
  expect(stranger.headers.get('content-type')).toBe('image/webp')
  expect(stranger.headers.get('cache-control')).toBe('private, max-age=86400')
})

test('serves a sensitive picture to its owner only, and never as background', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const { data } = await upload(ann.client, uploadPicture, 'pic', await png(40, 40), {
    is_sensitive: '1',
  })
  const key = String(data.web_uri)
  const own = await show(ann.client, key)
  expect(own.headers.get('content-type')).toBe('image/webp')
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  for (const other of [bob.client, server.client()]) {
    expect((await readAnswer(await show(other, key))).error).toBe('image_not_found')
  }
  expect((await server.fetch(new Request(`${ORIGIN}/avatars/${key}.webp`))).status).toBe(404)
  expect((await ann.client.call(updateUser, { bg_img: key })).error).toBe('image_not_found')
})

test('rejects pictures of others, and missing ones', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const { data } = await upload(bob.client, uploadAvatar, 'avatar', await png(40, 40))
  for (const avatar of [String(data.web_uri), 'default-background-1', 'default-avatar-99', 'x']) {
    const answer = await ann.client.call(updateUser, { avatar })
    expect(answer.error, avatar).toBe('image_not_found')
  }
  const missing = await ann.client.call(getImage, { key: 'nothing' })
  expect(missing.error).toBe('image_not_found')
})

test('stores the newest twenty pictures and those in use, and replaces one on request', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const first = await upload(client, uploadPicture, 'pic', await png(4, 4))
  await client.call(updateUser, { bg_img: String(first.data.web_uri) })
  let last = ''
  for (let count = 0; count < 21; count++) {
    // As many as may be stored in a day.
    server.clock.passSeconds(DAY_SECONDS / 20)
    last = String((await upload(client, uploadPicture, 'pic', await png(4, 4))).data.web_uri)
  }
  const { pictures } = server.app.services
  expect(await pictures.count(userId)).toBe(21)
  expect(await pictures.mayShow(userId, String(first.data.web_uri), 'background')).toBe(true)
  server.clock.passSeconds(1)
  await upload(client, uploadPicture, 'pic', await png(4, 4), { key: last })
  expect(await pictures.mayShow(userId, last, 'background')).toBe(false)
})

test('stores twenty pictures in a day, however many are uploaded at once', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const store = async (): Promise<string | undefined> =>
    (await retryWhileBusy(async () => upload(client, uploadPicture, 'pic', await png(4, 4)))).error
  const broken = (await png(4, 4)).subarray(0, 40)
  expect((await upload(client, uploadPicture, 'pic', broken)).error).toBe('file_type')
  const errors = await Promise.all(Array.from({ length: 22 }, store))
  expect(errors.filter((error) => error === undefined)).toHaveLength(20)
  expect(errors.filter((error) => error === 'too_often')).toHaveLength(2)
  expect(await server.app.services.pictures.count(userId)).toBe(20)
  expect((await upload(client, uploadPicture, 'pic', broken)).error).toBe('too_often')
  server.clock.passSeconds(DAY_SECONDS + 1)
  expect(await store()).toBeUndefined()
})

test('refuses an avatar beyond the limit before it is decoded', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const picture = await png(4, 4)
  const broken = picture.subarray(0, 40)
  expect((await upload(client, uploadAvatar, 'avatar', broken)).error).toBe('file_type')
  for (let time = 0; time < 20; time++) {
    expect((await upload(client, uploadAvatar, 'avatar', picture)).error).toBeUndefined()
  }
  const refused = await upload(client, uploadAvatar, 'avatar', broken)
  const reset = server.clock.now() / 1000 + DAY_SECONDS
  expect(refused.error).toBe('no_updates_left')
  expect(refused.data).toMatchObject({ field: 'avatar', reset_at: reset })
})

test('stores one frame of an animation, and rejects a small file with huge dimensions', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const frames = await sharp([await png(20, 20), await png(20, 20, '#fff')], {
    join: { animated: true },
  })
    .webp({ delay: 100 })
    .toBuffer()
  expect((await sharp(frames).metadata()).pages).toBe(2)
  const { data } = await upload(client, uploadPicture, 'pic', frames)
  const shown = await server.fetch(new Request(String(data.url)))
  expect((await sharp(await shown.arrayBuffer()).metadata()).pages ?? 1).toBe(1)
  const bomb = await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: '#fff' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
  expect((await upload(client, uploadPicture, 'pic', bomb)).error).toBe('file_size')
})

test('accepts an avatar at the path of older clients', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const path = `/${uploadAvatar.paths.root?.[0]}/`
  const answer = await upload(client, uploadAvatar, 'avatar', await png(40, 40), {}, path)
  expect(answer.error).toBeUndefined()
})

test('requires a session', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(accountInfo, {})
  for (const endpoint of [checkDefaultInfo, recommendName, remainingUpdateTimes]) {
    expect((await client.call(endpoint, {})).error).toBe('session_expired')
  }
  const path = `/passport/web/${uploadPicture.paths.web?.[0]}`
  const answer = await upload(client, uploadPicture, 'pic', await png(4, 4), {}, path)
  expect(answer.error).toBe('session_expired')
})

function show(client: Client, key: string): Promise<Response> {
  return client.send(new Request(`${ORIGIN}/passport/web/image/${key}?aid=1001&language=en`))
}
