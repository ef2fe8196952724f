import { beforeEach, describe, expect, test, vi } from 'vitest'
import { is } from 'superstruct'
import { collectEvents, collectMonitoring } from '#protocol/telemetry.ts'
import { MONITOR_VERSION } from '#protocol/telemetry-kinds.ts'
import {
  createTelemetry,
  thisPage,
  type Telemetry,
  type TelemetryPage,
  type TelemetrySettings,
} from '../../widget/src/client/telemetry.ts'

const server = 'https://id.example.com'
const settings = { server, aid: 1001 }

interface Sent {
  sentBy: 'fetch' | 'beacon'
  url: string
  body: unknown
}

interface Watched {
  telemetry: Telemetry
  sent: Sent[]
  leave(): void
}

function watch(more: Partial<TelemetrySettings> = {}, page: Partial<TelemetryPage> = {}): Watched {
  const sent: Sent[] = []
  let leave = (): void => {}
  const telemetry = createTelemetry(
    { ...settings, ...more },
    {
      origin: server,
      refusesTracking: false,
      random: () => 0,
      visitorId: () => Promise.resolve(undefined),
      send: (url, body) => void sent.push({ sentBy: 'fetch', url, body: JSON.parse(body) }),
      sendLast: (url, body) => sent.push({ sentBy: 'beacon', url, body: JSON.parse(body) }) > 0,
      onLeaving: (then) => {
        leave = then
        return () => {
          leave = () => {}
        }
      },
      ...page,
    },
  )
  return { telemetry, sent, leave: () => leave() }
}

beforeEach(() => void vi.useFakeTimers())

describe('batches', () => {
  test('are sent a second after their first event', () => {
    const { telemetry, sent } = watch()
    telemetry.event('screen_shown')
    vi.advanceTimersByTime(900)
    telemetry.event('signed_in')
    expect(sent).toEqual([])
    vi.advanceTimersByTime(100)
    expect(sent).toEqual([
      {
        sentBy: 'fetch',
        url: `${server}/v1/list`,
        body: [
          { events: [{ event: 'screen_shown' }, { event: 'signed_in' }], header: { app_id: 1001 } },
        ],
      },
    ])
    vi.advanceTimersByTime(10_000)
    expect(sent).toHaveLength(1)
  })

  test('contain the visitor id, which is requested once', async () => {
    const requests: string[] = []
    const id = '1234567890123456789'
    const visitorId = (url: string, body: string): Promise<string> => {
      requests.push(`${url} ${body}`)
      return Promise.resolve(id)
    }
    const { telemetry, sent } = watch({}, { visitorId })
    expect(requests).toEqual([])
    telemetry.event('screen_shown')
    telemetry.event('signed_in')
    await Promise.resolve()
    vi.advanceTimersByTime(1000)
    expect(requests).toEqual([`${server}/v1/user/webid {"app_id":1001}`])
    expect(sent[0]?.body).toMatchObject([{ user: { web_id: id } }])
    expect(is(sent[0]?.body, collectEvents.body)).toBe(true)
  })

  test('are sent with twenty events', () => {
    const { telemetry, sent } = watch()
    for (let time = 0; time < 45; time++) telemetry.event('screen_shown')
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1000)
    expect(sent.map(({ body }) => (body as [{ events: unknown[] }])[0].events.length)).toEqual([
      20, 20, 5,
    ])
    for (const { body } of sent) expect(is(body, collectEvents.body)).toBe(true)
  })

  test('are sent once by a beacon when the page is left', () => {
    const { telemetry, sent, leave } = watch()
    telemetry.event('signed_in')
    telemetry.monitor('js_error', 'TypeError')
    leave()
    leave()
    vi.advanceTimersByTime(5000)
    expect(sent.map(({ sentBy }) => sentBy)).toEqual(['beacon', 'beacon'])
    expect(sent[1]).toMatchObject({
      url: `${server}/monitor_browser/collect/batch/?biz_id=1001`,
      body: {
        ev_type: 'batch',
        version: MONITOR_VERSION,
        list: [{ ev_type: 'js_error', payload: { name: 'TypeError' } }],
      },
    })
    expect(is(sent[1]?.body, collectMonitoring.body)).toBe(true)
  })

  test('are sent by fetch if the browser refuses the beacon', () => {
    const { telemetry, sent, leave } = watch({}, { sendLast: () => false })
    telemetry.event('signed_in')
    leave()
    expect(sent.map(({ sentBy }) => sentBy)).toEqual(['fetch'])
  })

  test('end when the element is removed', () => {
    const { telemetry, sent, leave } = watch()
    telemetry.event('signed_in')
    telemetry.stop()
    telemetry.event('signed_in')
    telemetry.monitor('js_error', 'TypeError')
    leave()
    vi.advanceTimersByTime(5000)
    expect(sent).toHaveLength(1)
  })
})

describe('sampling', () => {
  test.each([
    [0.005, ['pageview', 'resource_error', 'http', 'resource', 'js_error']],
    [0.015, ['js_error']],
    [0.999, ['js_error']],
  ] as const)('with the draw %d records the kinds %j', (drawn, kinds) => {
    const { telemetry, sent } = watch({}, { random: () => drawn })
    telemetry.monitor('pageview', 'element')
    telemetry.monitor('resource_error', 'script')
    telemetry.monitor('http', 'user_login', 120)
    telemetry.monitor('resource', 'script', 80)
    telemetry.monitor('js_error', 'TypeError')
    vi.advanceTimersByTime(1000)
    const [{ body } = { body: { list: [] } }] = sent
    const { list } = body as { list: { ev_type: string }[] }
    expect(list.map((one) => one.ev_type)).toEqual(kinds)
  })
})

describe('nothing is recorded', () => {
  test.each([
    ['of people who asked not to be tracked', {}, { refusesTracking: true }],
    ['of those even where it is switched on', { isOn: true }, { refusesTracking: true }],
    ['on pages of other hosts', {}, { origin: 'https://shop.example.com' }],
    ['where it is switched off', { isOn: false }, {}],
  ])('%s', (_, more, page) => {
    const { telemetry, sent, leave } = watch(more, page)
    telemetry.event('signed_in')
    telemetry.monitor('js_error', 'TypeError')
    vi.advanceTimersByTime(5000)
    leave()
    telemetry.stop()
    expect(sent).toEqual([])
  })

  test('on another site until its owner switches it on', () => {
    const { telemetry, sent } = watch({ isOn: true }, { origin: 'https://shop.example.com' })
    telemetry.event('signed_in')
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(1)
  })
})

describe('the page', () => {
  test.each([
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'yes' }, true],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: null }, false],
    [{}, false],
  ])('with %j opts out of tracking: %s', (signals, refuses) => {
    vi.stubGlobal('navigator', signals)
    vi.stubGlobal('location', { origin: server })
    expect(thisPage().refusesTracking).toBe(refuses)
    vi.unstubAllGlobals()
  })
})
