import { expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import { listIdentities } from '#protocol/web/identity.ts'
import { defaultAvatarList, remainingUpdateTimes } from '#protocol/web/profile.ts'
import { listPlatforms } from '#protocol/web/providers.ts'
import type { Client } from '../../support/client.ts'
import { addMember, addOrganization } from '../../support/organizations.ts'
import { createTestServer } from '../../support/test-server.ts'

const endpoints = Object.values(groups).flatMap((group) =>
  Object.values(group as Record<string, Endpoint>),
)

/** The caller names the number of suggestions; the audit has a cursor; domains are few, and of remembered browsers only the newest are shown. */
const unpaged = new Set([
  'recommend_name',
  'audit_list',
  'domain_list',
  'domain_verify',
  'remembered_list',
])

test('pages every list, with ten items by default', () => {
  const lists = endpoints.filter(({ reply }) => 'list' in ((reply.schema ?? {}) as object))
  expect(lists.length).toBeGreaterThan(6)
  for (const { operation, payload, reply, defaults } of lists) {
    if (unpaged.has(operation)) continue
    expect(Object.keys(reply.schema as object).toSorted(), operation).toEqual(
      ['has_more', 'list', 'page', 'page_size', 'total'].toSorted(),
    )
    expect(Object.keys(payload.schema as object), operation).toEqual(
      expect.arrayContaining(['page', 'page_size']),
    )
    expect(defaults, operation).toMatchObject({ page: 1, page_size: 10 })
  }
})

async function pagesOf(
  client: Client,
  endpoint: typeof listIdentities,
  page_size: number,
): Promise<unknown[][]> {
  const pages: unknown[][] = []
  for (let page = 1; page < 20; page++) {
    const { data } = await client.call(endpoint, { page, page_size })
    expect(data).toMatchObject({ page, page_size })
    pages.push(data.list)
    if (!data.has_more) return pages
  }
  throw new Error('the list has no end')
}

test('returns each membership on one page', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const { client } = person
  for (let count = 0; count < 11; count++) {
    await addMember(server, await addOrganization(server, `Orchard ${count}`), person)
  }
  const first = await client.call(listIdentities, {})
  expect(first.data).toMatchObject({ total: 12, page: 1, page_size: 10, has_more: true })
  const pages = await pagesOf(client, listIdentities, 5)
  expect(pages.map((page) => page.length)).toEqual([5, 5, 2])
  expect(new Set(pages.flat().map((one) => JSON.stringify(one))).size).toBe(12)
})

test('pages short lists in the same form', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data: avatars } = await client.call(defaultAvatarList, { aid: 1001 })
  expect(avatars).toMatchObject({ total: 12, page: 1, page_size: 10, has_more: true })
  expect(avatars.list).toHaveLength(10)
  const { data: rest } = await client.call(defaultAvatarList, { aid: 1001, page: 2 })
  expect(rest.list).toHaveLength(2)
  const { data: times } = await client.call(remainingUpdateTimes, { page_size: 3, page: 3 })
  expect(times).toMatchObject({ total: 7, page: 3, has_more: false })
  expect(times.list).toHaveLength(1)
  const { data: platforms } = await client.call(listPlatforms, {})
  expect(platforms).toEqual(
    expect.objectContaining({ list: [], total: 0, page: 1, page_size: 10, has_more: false }),
  )
  const far = await client.call(listPlatforms, { page_size: 101 })
  expect(far.error).toBe('bad_parameter')
})
