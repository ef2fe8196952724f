import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { failure, type Envelope } from '#protocol/envelope.ts'
import { confirmQrcode, scanQrcode } from '#protocol/web/qr.ts'
import {
  createQrFlow,
  pageClock,
  type QrClock,
  type QrFlow,
  type QrState,
} from '../../widget/src/login/flows/qr.ts'
import type { Person } from '../support/create-people.ts'
import { setApp } from '../support/qr.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { openInstance, type TestInstance } from './instance.ts'

/** A flow whose time passes only when it is told to: each `step` is one wait and the poll after. */
interface Shown extends TestInstance {
  flow: QrFlow
  waits: number[]
  step(): Promise<QrState>
  hide(isHidden: boolean): void
  /** Tells the flow to slow down instead of asking the server. */
  slowDown(isOn: boolean): void
  /** Returns the token in the newest QR code. */
  token(): string
}

async function show(server: TestServer, attributes = {}): Promise<Shown> {
  let isTooFast = false
  let token = ''
  const wrap =
    (send: typeof fetch): typeof fetch =>
    async (...request) => {
      if (isTooFast) return Response.json(failure('too_often', '', 'log', {}))
      const reply = await send(...request)
      const { data } = (await reply.clone().json()) as Envelope
      if (typeof data.qrcode_index_url === 'string') {
        token = new URL(data.qrcode_index_url).searchParams.get('token') ?? ''
      }
      return reply
    }
  const opened = openInstance(server, { attributes, wrap })
  const waits: number[] = []
  let isHidden = false
  let go: () => void = () => undefined
  let look: () => void = () => undefined
  let arrive: () => void = () => undefined
  let arrived = new Promise<void>((resolve) => (arrive = resolve))
  const clock: QrClock = {
    wait: (ms, signal) => {
      waits.push(ms)
      return new Promise((resolve) => {
        go = () => {
          server.clock.passSeconds(ms / 1000)
          resolve()
        }
        signal.addEventListener('abort', () => resolve())
        arrive()
      })
    },
    isHidden: () => isHidden,
    shown: () => {
      arrive()
      return new Promise((resolve) => (look = resolve))
    },
  }
  const flow = createQrFlow(opened.instance, clock)
  const settled = async (): Promise<QrState> => {
    const ended = new Promise<void>((resolve) => {
      const stop = flow.$state.listen(({ name }) => {
        if (['refused', 'expired', 'failed'].includes(name)) resolve()
      })
      opened.instance.$view.listen(() => resolve())
      void arrived.then(() => stop())
    })
    await Promise.race([arrived, ended])
    arrived = new Promise((resolve) => (arrive = resolve))
    return flow.$state.get()
  }
  await settled()
  return {
    ...opened,
    flow,
    waits,
    step: () => {
      go()
      return settled()
    },
    hide: (value) => {
      isHidden = value
      if (!value) look()
    },
    slowDown: (isOn) => {
      isTooFast = isOn
    },
    token: () => token,
  }
}

async function answer(
  { client }: Person,
  token: string,
  action?: 'confirm' | 'refuse',
): Promise<void> {
  if (action === undefined) await client.call(scanQrcode, { token })
  else await client.call(confirmQrcode, { token, action })
}

test.each(['web', 'sso'])('signs in when the phone confirms, as %s', async (source) => {
  const server = await createTestServer()
  const phone = await server.person()
  const shown = await show(server, { next: '/account-setting', interface: source })
  expect(shown.flow.$state.get()).toMatchObject({ name: 'waiting', isOffline: false })
  expect(await shown.step()).toMatchObject({ name: 'waiting' })
  await answer(phone, shown.token())
  expect(await shown.step()).toMatchObject({ name: 'scanned', who: 'p***' })
  await answer(phone, shown.token(), 'confirm')
  void shown.step()
  await expect.poll(() => shown.visited).toEqual(['/account-setting'])
  expect(shown.events.at(-1)).toMatchObject({
    name: 'passport-success',
    detail: { kind: 'sign-in', user: { user_id_str: phone.userId } },
  })
  expect(shown.waits).toEqual([2000, 2000, 2000])
})

test.each(['web', 'sso'])('shows a new code after a refusal, as %s', async (source) => {
  const server = await createTestServer()
  const phone = await server.person()
  const shown = await show(server, { interface: source })
  await answer(phone, shown.token())
  await answer(phone, shown.token(), 'refuse')
  expect(await shown.step()).toEqual({ name: 'refused' })
  shown.flow.renew()
  await expect.poll(() => shown.flow.$state.get().name).toBe('waiting')
})

test('shows the next code that comes with the expiry of the last', async () => {
  const server = await createTestServer()
  const shown = await show(server)
  const first = shown.flow.$state.get()
  server.clock.passSeconds(180)
  const second = await shown.step()
  expect(second).toMatchObject({ name: 'waiting' })
  expect(second).not.toEqual(first)
})

test('polls half as often when told to slow down, down to every 15 seconds', async () => {
  const server = await createTestServer()
  const shown = await show(server)
  shown.slowDown(true)
  for (let poll = 0; poll < 5; poll++) await shown.step()
  expect(shown.waits).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000])
  shown.slowDown(false)
  await shown.step()
  expect(shown.waits.at(-1)).toBe(2000)
})

test('pauses after the page was hidden for a minute, and starts again', async () => {
  const server = await createTestServer()
  const shown = await show(server)
  shown.hide(true)
  for (let poll = 0; poll < 30; poll++) await shown.step()
  expect(shown.flow.$state.get()).toEqual({ name: 'paused' })
  const sentBefore = shown.browser.sent.length
  shown.hide(false)
  await expect.poll(() => shown.flow.$state.get().name).toBe('waiting')
  expect(shown.browser.sent.length).toBe(sentBefore + 1)
})

test('shows the confirmation number if the application requires it', async () => {
  const server = await createTestServer()
  await setApp(server, { qr_number_match: true })
  const shown = await show(server)
  const state = shown.flow.$state.get()
  expect(state.name === 'waiting' && state.number).toBeGreaterThan(9)
})

test('removes its abort listener after a wait', async () => {
  const { signal } = new AbortController()
  await pageClock.wait(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('explains why there is no code', async () => {
  const server = await createTestServer()
  const first = await show(server)
  for (let more = 0; more < 4; more++) {
    first.flow.renew()
    await expect.poll(() => first.flow.$state.get().name).toBe('waiting')
  }
  first.flow.renew()
  await expect.poll(() => first.flow.$state.get().name).toBe('failed')
  first.flow.dispose()
})
