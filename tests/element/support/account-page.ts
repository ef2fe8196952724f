import { ok } from './assert.ts'
import { find, next, until } from './frame.ts'

const SLOW_MS = 40_000

/** Puts an element on the page of the test and waits until it works. */
export async function mount(
  tag: 'passport-login' | 'passport-account',
  attributes: Record<string, string> = {},
): Promise<HTMLElement> {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries({ aid: '1002', lang: 'en', ...attributes })) {
    element.setAttribute(name, value)
  }
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  return element
}

/** Makes an account for the address, which nobody has proved if so wanted, and returns its password. */
export async function makePerson(email: string, isUnproved = false): Promise<string> {
  const query = new URLSearchParams({ email, ...(isUnproved && { unproved: '1' }) })
  const reply = (await (await fetch(`/person?${query}`)).json()) as { password: string }
  return reply.password
}

/** Fills the fields of a form that is in sight, and sends it. */
export function fill(element: HTMLElement, fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields)) {
    const input = find<HTMLInputElement>(element, `[name=${name}]`)
    input.value = value
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const forms = Array.from(element.querySelectorAll('form'))
  const form = forms.find((one) => one.checkVisibility())
  ok(form, 'a form')
  form.requestSubmit()
}

/** Waits until a part is there. */
export function has(element: HTMLElement, selector: string): Promise<void> {
  return until(() => element.querySelector(selector) !== null, selector)
}

/** Waits until a text can be read. */
export function says(element: HTMLElement, text: string): Promise<void> {
  return until(() => element.innerText.includes(text), text)
}

/** The button with this text or name. */
export function button(element: HTMLElement, text: string): HTMLButtonElement {
  const found = Array.from(element.querySelectorAll('button')).find(
    (one) => one.textContent === text || one.getAttribute('aria-label') === text,
  )
  ok(found, `a button that says ${text}`)
  return found
}

/** Waits for the code that was sent to an address. */
export async function codeFor(address: string): Promise<string> {
  const end = performance.now() + SLOW_MS
  for (;;) {
    const codes = (await (await fetch(`/mailed?to=${address}`)).json()) as string[]
    const code = codes.find((one) => /^\d{6}$/.test(one))
    if (code !== undefined) return code
    if (performance.now() > end) throw new Error(`waited in vain: a code for ${address}`)
  }
}
