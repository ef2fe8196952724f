import { equal, ok } from '../support/assert.ts'
import { find, releaseSlowFile, openFrame, readiness, until } from '../support/frame.ts'

for (const [where, address] of [
  ['drawn by the loader', '/pages/slow.html'],
  ['drawn by the loader in Japanese', '/pages/slow.html?lang=ja'],
  ['rendered by the server', '/pages/rendered.html?lang=en'],
  ['rendered by the server for sign-up', '/pages/rendered.html?view=sign-up&lang=ja'],
] as const) {
  test(`keeps text and focus of a form ${where}`, async () => {
    const frame = await openFrame(address, { until: 'drawn' })
    const input = find<HTMLInputElement>(frame.element, 'input:not([type=hidden])')
    input.focus()
    input.value = 'typed early'
    equal(frame.window.watched.events, [], 'events before React')
    await readiness(frame)
    equal(input.isConnected, true, 'the same input is still there')
    equal(input.value, 'typed early')
    ok(frame.document.activeElement === input, 'focus stays')
    equal(frame.window.watched.errors, [])
    equal(
      frame.window.watched.events.filter(({ name }) => name === 'passport-error'),
      [],
    )
    frame.close()
  })
}

test('keeps input when an attribute changes before React loads', async () => {
  const frame = await openFrame('/pages/slow.html', { until: 'drawn' })
  const early = find<HTMLInputElement>(frame.element, '[name=account]')
  early.value = 'typed early'
  find<HTMLInputElement>(frame.element, '[name=password]').value = 'secret early'
  early.focus()
  equal(frame.window.watched.events, [], 'events before React')
  frame.element.setAttribute('lang', 'ja')
  frame.element.setAttribute('methods', 'password')
  await readiness(frame)
  equal(find(frame.element, '[data-part=heading]').textContent, 'サインイン')
  const drawnAnew = find<HTMLInputElement>(frame.element, '[name=account]')
  ok(drawnAnew !== early, 'the field is another one')
  equal(drawnAnew.value, 'typed early')
  equal(find<HTMLInputElement>(frame.element, '[name=password]').value, 'secret early')
  ok(frame.document.activeElement === drawnAnew, 'typing goes on in it')
  equal(
    frame.window.watched.events.map(({ name }) => name),
    ['passport-ready'],
  )
  frame.close()
})

for (const [when, isEarly] of [
  ['just then', true],
  ['later', false],
] as const) {
  test(`keeps input when an attribute changes ${when}`, async () => {
    const frame = await openFrame('/pages/slow.html', { until: 'drawn' })
    // Either in the task that defines the element, or once it is ready.
    if (isEarly) {
      await releaseSlowFile()
      await frame.window.customElements.whenDefined('passport-login')
    } else await readiness(frame)
    const field = find<HTMLInputElement>(frame.element, '[name=password]')
    find<HTMLInputElement>(frame.element, '[name=account]').value = 'ann@example.com'
    field.value = 'half a password'
    field.focus()
    field.setSelectionRange(4, 5)
    frame.element.setAttribute('methods', 'password')
    await until(() => !field.isConnected, 'another field')
    await readiness(frame)
    const anew = find<HTMLInputElement>(frame.element, '[name=password]')
    await until(() => frame.document.activeElement === anew, 'typing goes on in it')
    equal(anew.value, 'half a password')
    equal([anew.selectionStart, anew.selectionEnd], [4, 5])
    equal(find<HTMLInputElement>(frame.element, '[name=account]').value, 'ann@example.com')
    equal(frame.window.watched.errors, [])
    frame.close()
  })
}

test('shows a form that works as a plain post if the main file does not load', async () => {
  const frame = await openFrame('/pages/broken.html?view=sign-up', { until: 'loaded' })
  await until(() => frame.element.querySelector('form') !== null, 'a form')
  const form = find<HTMLFormElement>(frame.element, 'form')
  equal(new URL(form.action).pathname, '/form/login')
  ok(form.querySelector('[name=account]') && form.querySelector('[name=password]'), 'two fields')
  frame.close()
})

test('posts a plain form to the account server before scripts load', async () => {
  const frame = await openFrame('/pages/slow.html?next=/orders', { until: 'drawn' })
  const form = find<HTMLFormElement>(frame.element, 'form')
  equal(form.method, 'post')
  equal(form.getAttribute('action'), `${location.origin}/form/login`)
  equal(Object.fromEntries(new frame.window.FormData(form)), {
    aid: '1002',
    language: 'en',
    next: '/orders',
    account: '',
    password: '',
  })
  frame.close()
})

test('renders nothing that React has to render again', async () => {
  const frame = await openFrame('/pages/slow.html', { until: 'drawn' })
  const nodes = Array.from(frame.element.querySelectorAll('*'))
  await readiness(frame)
  const now = Array.from(frame.element.querySelectorAll('*'))
  equal(now.length, nodes.length, 'number of nodes')
  ok(
    now.every((node, at) => node === nodes[at]),
    'every node is the one that the loader drew',
  )
  frame.close()
})

for (const address of ['/pages/plain.html', '/pages/script-first.html'] as const) {
  test(`works on ${address}`, async () => {
    const frame = await openFrame(address)
    ok(frame.element.querySelector('input[name=password]'), 'a password can be typed')
    equal(frame.window.watched.errors, [])
    frame.close()
  })
}

test('asks the server for nothing before the first field is used', async () => {
  // With telemetry, its code is loaded at the first idle moment.
  const frame = await openFrame('/pages/plain.html?telemetry=off')
  const calls = frame.window.performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
  equal(
    calls.filter((path) => !/^\/(?:assets|pages|passport-login|__)/.test(path)),
    [],
  )
  equal(calls.filter((path) => /^\/(?:assets|passport-login)/.test(path)).length, 4)
  frame.close()
})
