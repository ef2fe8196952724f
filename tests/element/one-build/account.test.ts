import { equal, ok } from '../support/assert.ts'
import { button, codeFor, fill, has, makePerson, mount, says } from '../support/account-page.ts'
import { expectNoFlaw } from '../support/axe.ts'
import { drag, press } from '../support/commands.ts'
import { find, next, openFrame, until } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
const script = `${origin}/passport-account.js`
await import(script)

// Colours do not depend on the language, so each language is tested in one theme.
for (const screen of ['own-password', 'close-account', 'profile']) {
  for (const [theme, lang] of [
    ['light', 'en'],
    ['dark', 'ja'],
    ['light', 'zh'],
  ] as const) {
    test(`has no violation found by axe: ${screen}, ${theme}, ${lang}`, () =>
      expectNoFlaw(screen, theme, lang))
  }
}

const email = `own-${Date.now()}@example.com`
let password = ''

/** Sign-ins that work by now; before, their forms go to the server themselves. */
const ready = new WeakSet<EventTarget>()
document.addEventListener(
  'passport-ready',
  ({ target }) => {
    if (target) ready.add(target)
  },
  // The account keeps what its sign-in tells to itself.
  { capture: true },
)

const show = (view: string): Promise<HTMLElement> => mount('passport-account', { view })

function signInReady(element: HTMLElement): Promise<void> {
  return until(() => {
    const login = element.querySelector('passport-login')
    return login !== null && ready.has(login)
  }, 'a sign-in that works')
}

teardown(() => {
  document.body.replaceChildren()
  document.documentElement.style.fontSize = ''
})

test('reads from the right, together with the sign-in inside, where the page wants it', async () => {
  const element = await show('profile')
  await signInReady(element)
  for (const direction of ['rtl', 'ltr']) {
    element.dir = direction
    // A part of the style sheet comes after the first paint.
    await until(() => {
      const roots = [...element.querySelectorAll('.pl-root')]
      const same = roots.filter((root) => getComputedStyle(root).direction === direction)
      return same.length === 2
    }, direction)
  }
})

test('signs in in place, and shows the section that was asked for', async () => {
  password = await makePerson(email)
  const element = await show('addresses')
  await signInReady(element)
  fill(element, { account: email, password })
  await until(
    () => element.innerText.includes('Confirm that it is you') || element.innerText.includes(email),
    'the next step',
  )
  if (element.innerText.includes('Confirm that it is you')) {
    // A browser that is new to the account has to be confirmed.
    fill(element, {})
    await has(element, '[name=code]')
    fill(element, { code: await codeFor(email) })
  }
  await says(element, 'Sign-in and security')
  await until(() => document.activeElement?.getAttribute('data-name') === 'addresses', 'focus')
})

test('returns the focus to the button of a cancelled step', async () => {
  const element = await show('addresses')
  await says(element, email)
  button(element, 'Change E-mail').click()
  await says(element, 'Confirm that it is you')
  button(element, 'Cancel').click()
  await says(element, email)
  await until(() => document.activeElement === button(element, 'Change E-mail'), 'focus')
})

test('keeps its letters and widths on a page with a small root size, with links to pages and without', async () => {
  document.documentElement.style.fontSize = '62.5%'
  const widthOf = (element: Element, part: string): number =>
    find(element, `[data-part=${part}]`).getBoundingClientRect().width
  const whole = await mount('passport-account')
  await says(whole, 'Profile')
  equal(widthOf(whole, 'rail'), 13.5 * 16)
  whole.remove()
  const lone = await mount('passport-account', { sections: 'addresses' })
  await says(lone, email)
  equal(getComputedStyle(find(lone, '[data-part=page]')).fontSize, '16px')
  equal(widthOf(lone, 'page'), Math.min(lone.clientWidth, 42 * 16))
})

test('adds a mobile number by its code, and reports it where the focus is', async () => {
  const element = await show('addresses')
  await says(element, email)
  button(element, 'Add Mobile number').click()
  await has(element, '[name=number]')
  const field = find<HTMLInputElement>(element, '[name=mobile]')
  await until(() => document.activeElement === field, 'focus in the field')
  fill(element, { mobile: `+8190${String(Date.now()).slice(-8)}` })
  await has(element, '[name=code]')
  const number = find<HTMLInputElement>(element, '[data-part=sent] [name=email]').value
  const changed = next(element, 'passport-changed')
  fill(element, { code: await codeFor(encodeURIComponent(number)) })
  equal((await changed).detail, { what: 'mobile', did: 'set' })
  await says(element, 'Mobile number saved.')
  equal((document.activeElement as HTMLElement | null)?.dataset.part, 'rows')
})

test('rates a new password while it is typed, and changes it', async () => {
  const element = await show('password')
  await says(element, 'Sign-in and security')
  button(element, 'Change: Password').click()
  await has(element, '[name=current_password]')
  const typed = find<HTMLInputElement>(element, '[name=password]')
  typed.value = 'password12'
  typed.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await says(element, 'Very easy to guess.')
  fill(element, { current_password: 'not the one', password: 'eight louder otters' })
  await says(element, 'That is not your current password.')
  ok(document.activeElement === find(element, '[name=current_password]'), 'focus')
  fill(element, { current_password: password, password: 'eight louder otters' })
  await says(element, 'Your password is changed.')
  password = 'eight louder otters'
})

test('crops a picture by keys, buttons and mouse, and shows it after the upload', async () => {
  const element = await show('profile')
  await says(element, 'Picture')
  button(element, 'Change: Picture').click()
  await has(element, 'input[type=file]')
  const canvas = document.createElement('canvas')
  canvas.width = 600
  canvas.height = 300
  const context = canvas.getContext('2d')
  ok(context, 'a canvas')
  context.fillStyle = '#c00'
  context.fillRect(0, 0, 300, 300)
  context.fillStyle = '#00c'
  context.fillRect(300, 0, 300, 300)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve)
  })
  ok(blob, 'a picture')
  const files = new DataTransfer()
  files.items.add(new File([blob], 'two.png', { type: 'image/png' }))
  const input = find<HTMLInputElement>(element, 'input[type=file]')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await has(element, '[role=application]')
  const square = find(element, '[role=application]')
  const picture = find<HTMLCanvasElement>(square, 'canvas')
  const red = (x: number): number =>
    picture.getContext('2d')?.getImageData(x, 240, 1, 1).data[0] ?? -1
  await until(() => red(100) > 150 && red(380) < 100, 'half red, half blue')
  square.focus()
  await press('ArrowRight', 6)
  await until(() => red(300) > 150, 'more red after keys')
  const box = picture.getBoundingClientRect()
  const middle = box.top + box.height / 2
  await drag([box.right - 10, middle], [box.left + 10, middle])
  await until(() => red(100) < 100, 'blue after the mouse')
  for (let pressed = 0; pressed < 12; pressed++) button(element, 'Right').click()
  await until(() => red(400) > 150, 'red after buttons')
  button(element, 'Use this picture').click()
  await says(element, 'Picture changed')
  const shown = find<HTMLCanvasElement>(element, 'canvas[data-part=avatar-picture]')
  await until(
    () => (shown.getContext('2d')?.getImageData(96, 96, 1, 1).data[0] ?? 0) > 150,
    'the picture of the person',
  )
})

test('explains why a file is not an accepted picture', async () => {
  const element = await show('profile')
  await says(element, 'Picture')
  button(element, 'Change: Picture').click()
  await has(element, 'input[type=file]')
  const files = new DataTransfer()
  files.items.add(new File(['no picture'], 'no.png', { type: 'image/png' }))
  const input = find<HTMLInputElement>(element, 'input[type=file]')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await says(element, 'This file is not a picture that can be read.')
  equal(input.getAttribute('aria-invalid'), 'true')
})

test('schedules the deletion, and cancels it after signing in again', async () => {
  const element = await show('deletion')
  await says(element, 'Delete account…')
  button(element, 'Delete account…').click()
  await says(element, 'You will lose')
  fill(element, {})
  await has(element, '[data-part=choices]')
  const lastMethod = Array.from(element.querySelectorAll<HTMLInputElement>('input[type=radio]')).at(
    -1,
  )
  lastMethod?.click()
  await has(element, '[name=password]')
  fill(element, { password })
  await has(element, '[name=abandon]')
  fill(element, {})
  await says(element, 'Tick the box to continue.')
  ok(document.activeElement === find(element, '[name=abandon]'), 'focus')
  find(element, '[name=abandon]').click()
  fill(element, {})
  await says(element, 'Your account is scheduled for deletion')
  button(element, 'Sign in to keep it').click()
  await signInReady(element)
  fill(element, { account: email, password })
  await says(element, 'Keep my account')
  button(element, 'Keep my account').click()
  await until(() => !element.innerText.includes('scheduled for deletion'), 'the account is kept')
})

test('fits into 320 pixels on right-to-left pages', async () => {
  for (const screen of ['profile', 'close-account', 'own-password']) {
    const frame = await openFrame(`/gallery/?screen=${screen}&dir=rtl`, {
      until: 'loaded',
      width: 320,
    })
    const { scrollWidth, clientWidth } = frame.document.documentElement
    ok(scrollWidth <= clientWidth, `${screen} is ${scrollWidth} wide`)
    frame.close()
  }
})
