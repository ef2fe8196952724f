import { equal, ok } from '../support/assert.ts'
import { openFrame, readiness, until, type Frame } from '../support/frame.ts'

interface Batch {
  url: string
  body: string
}

/** Opens a page of the account server's own, on which every kind is in the sample. */
async function openCounted(query: string): Promise<Frame & { batches: Batch[] }> {
  // Before the element works, since counting begins with that.
  const frame = await openFrame(`/pages/plain.html?server=&${query}`, { until: 'drawn' })
  const batches: Batch[] = []
  const { window } = frame
  window.Math.random = () => 0
  const send = window.fetch
  window.fetch = (...call) => {
    const [input, init] = call
    const { pathname } = new URL(
      typeof input === 'object' && 'url' in input ? input.url : input,
      location.href,
    )
    const body = init?.body
    const isBatch = typeof body === 'string' && pathname.includes('/list')
    if (!isBatch && !pathname.includes('/monitor_browser/')) return send(...call)
    batches.push({ url: pathname, body: typeof body === 'string' ? body : '' })
    return Promise.resolve(new Response('{}'))
  }
  window.navigator.sendBeacon = (url, body) => {
    batches.push({
      url: `beacon ${new URL(String(url)).pathname}`,
      body: typeof body === 'string' ? body : '',
    })
    return true
  }
  await readiness(frame)
  return { ...frame, batches }
}

test('counts screens, files and errors of its own page, and nothing if switched off', async () => {
  const off = await openCounted('telemetry=off')
  const on = await openCounted('lang=en')
  const sent = (): string => on.batches.map(({ body }) => body).join('\n')
  await until(() => sent().includes('"pageview"'), 'a page view')
  on.element.setAttribute('view', 'sign-up')
  const script = on.document.createElement('script')
  script.src = '/nowhere.js'
  on.document.head.append(script)
  on.window.dispatchEvent(
    new on.window.ErrorEvent('error', {
      error: new on.window.TypeError('of ours'),
      filename: `${location.origin}/passport-login.js`,
    }),
  )
  on.window.dispatchEvent(
    new on.window.ErrorEvent('error', {
      error: new on.window.RangeError('of somebody else'),
      filename: 'https://elsewhere.example/x.js',
    }),
  )
  await until(() => sent().includes('"resource_error"'), 'the file that did not come')
  await until(() => sent().includes('"js_error"'), 'the fault')
  await until(() => sent().split('screen_shown').length > 2, 'the second screen')
  ok(sent().includes('"resource","payload":{"name":"script"'), 'times of files')
  ok(sent().includes('TypeError') && !sent().includes('RangeError'), 'only faults of ours')
  ok(!/of ours|nowhere|localhost/.test(sent()), 'no text and no address')
  equal(off.batches, [])
  on.close()
  off.close()
})

test('counts an error from before telemetry started', async () => {
  const { window, batches, close } = await openCounted('lang=en')
  window.dispatchEvent(
    new window.ErrorEvent('error', {
      error: new window.RangeError('of the start'),
      filename: `${location.origin}/passport-login.js`,
    }),
  )
  const sent = (): string => batches.map(({ body }) => body).join('\n')
  await until(() => sent().includes('RangeError'), 'the fault')
  close()
})

test('does not report its own reports', async () => {
  const { window, batches, close } = await openCounted('lang=en')
  const sent = (): string => batches.map(({ body }) => body).join('\n')
  await until(() => sent().includes('"pageview"'), 'a page view')
  const call = `${location.origin}/pages/plain.html?of=ours`
  await window.fetch(call)
  await until(() => window.performance.getEntriesByName(call).length > 0, 'the time of the call')
  window.dispatchEvent(
    new window.ErrorEvent('error', {
      error: new window.TypeError('after it'),
      filename: `${location.origin}/passport-login.js`,
    }),
  )
  await until(() => sent().includes('"js_error"'), 'what happened after the call')
  ok(!sent().includes('"fetch"'), 'calls are not files')
  close()
})

test('sends queued reports when the page is left', async () => {
  const frame = await openCounted('lang=ja')
  await until(() => frame.batches.length > 0, 'the first batch')
  frame.element.setAttribute('view', 'sign-up')
  await until(
    () => frame.window.watched.events.some(({ name }) => name === 'passport-view'),
    'the other screen',
  )
  frame.window.dispatchEvent(new frame.window.PageTransitionEvent('pagehide'))
  await until(() => frame.batches.some(({ url }) => url === 'beacon /v1/list'), 'a beacon')
  frame.close()
})
