import { expect, test } from 'vitest'
import {
  clampCrop,
  MAX_ZOOM,
  moveCrop,
  squareOf,
  wholeCrop,
  zoomCrop,
} from '../../widget/src/ui/flows/crop.ts'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import {
  createBackgroundFlow,
  createDetailsFlow,
} from '../../widget/src/account/flows/profile-details.ts'
import { createNamesFlow, createPictureFlow } from '../../widget/src/account/flows/profile.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { createTestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openSignedIn } from './signed-in.ts'

test('changes names, shows remaining characters and errors at the right field', async () => {
  const server = await createTestServer()
  await openSignedIn(server).then(async ({ instance, account }) => {
    const flow = createNamesFlow({ instance, account })
    await flow.submit(form({ name: 'First', user_unique_name: 'first.one' }))
  })
  const { instance, account, person } = await openSignedIn(server)
  const flow = createNamesFlow({ instance, account })
  const words = allMessages.en.profile
  const submit = (name: string, user_unique_name = ''): Promise<boolean> =>
    flow.submit(form({ name, user_unique_name }))
  await submit('')
  expect(flow.$formError.get()).toEqual({ field: 'name', text: words.needName })
  await submit('x'.repeat(65))
  expect(flow.$formError.get()).toEqual({ field: 'name', text: words.longName })
  await submit('Ann', '1ann')
  expect(flow.$formError.get()).toEqual({ field: 'user_unique_name', text: words.badUsername })
  expect(await submit('Ann Berg')).toBe(true)
  await flow.load()
  expect(flow.$remaining.get().name?.count).toBe(4)
  await submit('Ann Berg', 'First.One')
  expect(flow.$formError.get()).toMatchObject({
    field: 'user_unique_name',
    text: errors.en.name_taken,
  })
  await submit('Ann Berg', 'admin')
  expect(flow.$formError.get()).toMatchObject({
    field: 'user_unique_name',
    text: errors.en.text_refused,
  })
  await flow.suggest()
  const [free = ''] = flow.$suggested.get() ?? []
  expect(await submit('Ann Berg', free)).toBe(true)
  expect(account.$state.get()).toMatchObject({
    // The reply masks the address, which stays as the owner saw it.
    user: { name: 'Ann Berg', username: free, email: person.email },
  })
  // An unchanged profile does not count as a change.
  expect(await submit('Ann Berg', free)).toBe(true)
  await flow.load()
  expect(flow.$remaining.get().name?.count).toBe(4)
})

test('reports that usernames cannot be suggested without a network', async () => {
  const server = await createTestServer()
  const { instance, account } = await openSignedIn(server, {
    wrap: (send) => (input, init) =>
      (input instanceof Request ? input.url : String(input)).includes('/recommend_name?')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : send(input, init),
  })
  const flow = createNamesFlow({ instance, account })
  expect(await flow.suggest()).toBe(false)
  expect(flow.$formError.get()?.text).toBe(en.common.offline)
  expect(flow.$suggested.get()).toBeUndefined()
})

test('fires one error for unsaved names, even if other calls fail too', async () => {
  const server = await createTestServer()
  let isCut = false
  const { instance, account, events } = await openSignedIn(server, {
    wrap: (send) => (input, init) =>
      isCut ? Promise.reject(new TypeError('Failed to fetch')) : send(input, init),
  })
  const flow = createNamesFlow({ instance, account })
  await flow.load()
  isCut = true
  expect(await flow.submit(form({ name: 'Ann Berg', user_unique_name: '' }))).toBe(false)
  expect(flow.$formError.get()?.text).toBe(en.common.offline)
  expect(events.map(({ name }) => name)).toEqual(['passport-error'])
})

test('chooses a stock picture', async () => {
  const server = await createTestServer()
  const { instance, account, events } = await openSignedIn(server)
  const flow = createPictureFlow({ instance, account })
  await flow.ready.load()
  const [first] = flow.ready.$state.get().rows
  if (!first) throw new Error('no pictures')
  expect(await flow.take(first)).toBe(true)
  expect(flow.$step.get()).toEqual({ at: 'shown' })
  expect(account.$state.get()).toMatchObject({ user: { pictureUrl: first.url } })
  expect(events.at(-1)?.detail).toEqual({ what: 'profile', did: 'set' })
})

const size = { width: 640, height: 400 }

test('keeps the crop inside the picture while moving and zooming', () => {
  expect(squareOf(size, wholeCrop)).toEqual({ x: 120, y: 0, side: 400 })
  const left = moveCrop(size, wholeCrop, { x: 9, y: 9 })
  expect(squareOf(size, left)).toEqual({ x: 0, y: 0, side: 400 })
  const near = clampCrop(size, { zoom: 99, x: 1, y: 1 })
  expect(squareOf(size, near)).toEqual({ x: 540, y: 300, side: 400 / MAX_ZOOM })
  expect(clampCrop(size, { zoom: 0.1, x: 0.5, y: 0.5 })).toEqual(wholeCrop)
})

test('zooms around the pointer', () => {
  const corner = zoomCrop(size, wholeCrop, 2, { x: 0, y: 0 })
  expect(squareOf(size, corner)).toEqual({ x: 120, y: 0, side: 200 })
  const middle = zoomCrop(size, wholeCrop, 2)
  expect(squareOf(size, middle)).toEqual({ x: 220, y: 100, side: 200 })
})

test('saves only changed profile fields', async () => {
  const server = await createTestServer()
  const { instance, account, events } = await openSignedIn(server)
  const flow = createDetailsFlow({ instance, account })
  const typed = {
    description: ' Writes\r\ntests. ',
    gender: '2',
    birthday: '1990-02-28',
    locale: 'ja',
  }
  expect(await flow.submit(form(typed))).toBe(true)
  await account.load()
  expect(account.$state.get()).toMatchObject({
    user: { description: 'Writes\ntests.', gender: 2, birthday: '1990-02-28', locale: 'ja' },
  })
  const changes = events.length
  // Nothing is sent or counted.
  expect(await flow.submit(form(typed))).toBe(true)
  expect(events).toHaveLength(changes)
  expect(await flow.submit(form({ ...typed, description: '', birthday: '' }))).toBe(true)
  await account.load()
  expect(account.$state.get()).toMatchObject({
    user: { description: '', gender: 2, birthday: '', locale: 'ja' },
  })
})

test('refuses half a birthday, and one that has not been', async () => {
  const server = await createTestServer()
  const { instance, account } = await openSignedIn(server)
  const flow = createDetailsFlow({ instance, account })
  for (const birthday of ['?', '1850-01-01', '2025-02-30', '2999-01-01']) {
    expect(await flow.submit(form({ description: 'Kept', birthday }))).toBe(false)
    expect(flow.$formError.get()).toMatchObject({ field: 'birthday' })
  }
  expect(await flow.submit(form({ description: 'Kept', birthday: '2000-02-29' }))).toBe(true)
  await account.load()
  expect(account.$state.get()).toMatchObject({
    user: { description: 'Kept', birthday: '2000-02-29' },
  })
})

test('chooses a stock background', async () => {
  const server = await createTestServer()
  const { instance, account } = await openSignedIn(server)
  const flow = createBackgroundFlow({ instance, account })
  await flow.ready.load()
  const [first] = flow.ready.$state.get().rows
  if (first === undefined) throw new Error('there is no background')
  expect(await flow.take(first)).toBe(true)
  expect(account.$state.get()).toMatchObject({ user: { backgroundUrl: first.url } })
})
