import { kindNames, type KindName } from '../../../protocol/captcha/kind-codes.ts'
import { equal, ok } from '../support/assert.ts'
import { clickAt, drag, press } from '../support/commands.ts'
import {
  answer,
  clear,
  focused,
  loadCaptcha,
  makeForm,
  pictureOf,
  surface,
  think,
  requestKind,
} from '../support/standalone-captcha.ts'
import { find, until } from '../support/frame.ts'

const captcha = await loadCaptcha()

let box = 0

/** Opens a captcha of a kind by the keyboard. */
async function open(kind: KindName, attributes: Record<string, string> = {}): Promise<HTMLElement> {
  clear()
  await requestKind(kind)
  const { form, container } = makeForm(attributes)
  const before = Object.assign(document.createElement('input'), { name: 'name' })
  form.prepend(before)
  box = captcha.render(container)
  // In Firefox, Tab may have moved the focus into the toolbar; a click brings it back.
  if (!document.hasFocus()) await clickAt([5, 5])
  before.focus()
  await press('Tab')
  equal(focused()?.textContent, 'Confirm that you are human')
  await press('Enter')
  return await pictureOf(kind)
}

/** Moves the focus to a control by Tab. */
async function goTo(selector: string): Promise<void> {
  for (let i = 0; i < 8 && !focused()?.matches(selector); i++) await press('Tab')
  ok(focused()?.matches(selector), selector)
}

/** Expects that the captcha closes and puts its ticket into the form. */
async function expectPassed(): Promise<void> {
  await until(() => surface() === null, 'the end of the check')
  equal(captcha.getResponse(box).length, 43, 'ticket')
  await until(() => focused()?.textContent === 'Confirmed', 'focus')
}

const middle = (outline: [number, number][]): { x: number; y: number } => ({
  x: outline.reduce((sum, [x]) => sum + x, 0) / outline.length,
  y: outline.reduce((sum, [, y]) => sum + y, 0) / outline.length,
})

/** The places to mark, in order. */
async function places(): Promise<{ x: number; y: number }[]> {
  const { places: marks, outlines } = await answer()
  return marks ?? (outlines ?? []).map(middle)
}

const solveByKeys: Record<KindName, () => Promise<void>> = {
  async slide() {
    await goTo('input')
    await press('ArrowRight', Math.round((await answer()).x ?? 0))
    await press('Enter')
  },
  async whirl() {
    await goTo('input')
    await press('ArrowRight', Math.round((await answer()).deg ?? 0))
    await press('Enter')
  },
  text: markByKeys,
  '3d': markByKeys,
}

async function markByKeys(): Promise<void> {
  await goTo('[role=application]')
  const keys = surface()?.querySelector<HTMLElement>('.keys')
  ok((keys?.offsetHeight ?? 0) > 10, 'its keys are shown')
  const canvas = surface()?.querySelector('.is-board canvas')
  ok(canvas instanceof HTMLCanvasElement, 'a picture to mark')
  let x = 160
  let y = (Number.parseFloat(getComputedStyle(canvas).height) * 160) / canvas.clientWidth
  y = Math.round(y)
  for (const place of await places()) {
    const across = Math.round((place.x - x) / 8)
    const down = Math.round((place.y - y) / 8)
    await press(across > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(across))
    await press(down > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(down))
    x += across * 8
    y += down * 8
    await press('Shift+ArrowRight')
    x += 1
    await press('Enter')
  }
  // Everything is marked, so Enter confirms.
  await press('Enter')
}

for (const kind of kindNames) {
  test(`can be passed by keyboard: ${kind}`, async () => {
    await open(kind)
    await think()
    await solveByKeys[kind]()
    await expectPassed()
  })

  test(`moves the focus through all controls, and returns it on Escape: ${kind}`, async () => {
    await open(kind)
    const names: string[] = []
    for (let i = 0; i < 9; i++) {
      const control = focused()
      names.push(control?.getAttribute('aria-label') ?? control?.textContent ?? '')
      await press('Tab')
    }
    for (const name of ['Another picture', 'Use another way', 'Close']) {
      ok(names.includes(name), `${name} in ${names.join(', ')}`)
    }
    await press('Escape')
    await until(() => surface() === null, 'no check')
    await until(() => focused()?.textContent === 'Confirm that you are human', 'the box')
    equal(captcha.getResponse(box), '')
  })

  test(`has no control smaller than 24 pixels: ${kind}`, async () => {
    const shown = await open(kind)
    for (const control of shown.querySelectorAll('button, input, [tabindex="0"]')) {
      const { width, height } = control.getBoundingClientRect()
      ok(width >= 24 && height >= 24, `${control.outerHTML}: ${width} × ${height}`)
    }
    await press('Escape')
  })
}

for (const zoom of ['1', '0.8']) {
  test(`is passed by dragging the piece, also on a page that zooms itself: ${zoom}`, async () => {
    document.documentElement.style.zoom = zoom
    const shown = await open('slide')
    await think()
    const piece = find(shown, '.piece').getBoundingClientRect()
    const scale = find(shown, '.frame').getBoundingClientRect().width / 320
    const from: [number, number] = [piece.x + piece.width / 2, piece.y + piece.height / 2]
    await drag(from, [from[0] + ((await answer()).x ?? 0) * scale, from[1] + 9])
    find(shown, '.main').click()
    await expectPassed()
    document.documentElement.style.zoom = ''
  })
}

test('is passed by turning the disc', async () => {
  const shown = await open('whirl')
  await think()
  const { x, y, width } = find(shown, '.disc').getBoundingClientRect()
  const centre: [number, number] = [x + width / 2, y + width / 2]
  const at = (degrees: number): [number, number] => [
    centre[0] + Math.cos((degrees * Math.PI) / 180) * width * 0.4,
    centre[1] + Math.sin((degrees * Math.PI) / 180) * width * 0.4,
  ]
  const degrees = (await answer()).deg ?? 0
  const steps = Math.ceil(degrees / 60)
  // A long turn is several short ones.
  for (let i = 0; i < steps; i++) await drag(at(0), at(degrees / steps))
  find(shown, '.main').click()
  await expectPassed()
})

for (const kind of ['text', '3d'] as const) {
  test(`is passed by clicks, which can be undone: ${kind}`, async () => {
    const shown = await open(kind)
    await think()
    const { x, y, width } = find(shown, '.is-board canvas').getBoundingClientRect()
    const scale = width / 320
    await clickAt([x + 12, y + 12])
    await until(() => shown.querySelectorAll('.mark').length === 1, 'a mark')
    find(shown, '.side').click()
    await until(() => shown.querySelector('.mark') === null, 'no mark')
    for (const place of await places()) {
      await clickAt([x + place.x * scale, y + place.y * scale])
    }
    find(shown, '.main').click()
    await expectPassed()
  })
}

test('moves nothing else while a piece is moved', async () => {
  const shown = await open('slide')
  const range = find<HTMLInputElement>(shown, 'input[type=range]')
  const frame = () => JSON.stringify(find(shown, '.frame').getBoundingClientRect())
  const before = frame()
  range.focus()
  await press('ArrowRight', 5)
  await until(() => find(shown, '.piece').style.transform.startsWith('translateX('), 'a transform')
  equal(range.getAttribute('aria-valuetext'), 'piece 2% across')
  equal(frame(), before)
  await press('Escape')
})

test('applies every key press even if frames are rare', async () => {
  const shown = await open('slide')
  const range = find<HTMLInputElement>(shown, 'input[type=range]')
  let changes = 0
  const observer = new MutationObserver((records) => (changes += records.length))
  observer.observe(range, { attributeFilter: ['aria-valuetext'] })
  const draw = globalThis.requestAnimationFrame
  const frames: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = (frame) => frames.push(frame)
  try {
    range.focus()
    await press('ArrowRight')
    for (const frame of frames.splice(0)) frame(performance.now())
    await press('ArrowRight')
    await until(() => changes === 3, 'both keys, and the range that follows what was drawn')
    equal(range.value, '2')
  } finally {
    observer.disconnect()
    globalThis.requestAnimationFrame = draw
  }
  await press('Escape')
})

test('opens in the page if the show mode names a kind', async () => {
  const shown = await open('whirl', { showMode: 'whirl' })
  equal(shown.localName, 'section')
  ok(shown.getRootNode() instanceof ShadowRoot, 'a shadow root')
  const host = (shown.getRootNode() as ShadowRoot).host
  ok(host.closest('form'), 'it is in the form')
  equal(shown.dataset.presentation, 'inline')
  await press('Escape')
  await until(() => focused()?.textContent === 'Confirm that you are human', 'the box')
})

test('explains the error and shows another picture', async () => {
  const shown = await open('slide')
  await think()
  await goTo('input')
  await press('ArrowRight')
  await press('Enter')
  await until(() => Boolean(surface()?.querySelector('[data-tone=wrong]')), 'the note')
  equal(find(shown, '.status').innerText.split('.').slice(0, 3), [
    'Not quite',
    ' Here is another picture',
    ' 2 attempts left',
  ])
  await until(() => focused()?.getAttribute('type') === 'range', 'focus')
  await press('Escape')
})
