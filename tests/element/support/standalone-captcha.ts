import { equal, ok } from './assert.ts'
import { until } from './frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }

interface StandaloneCaptcha {
  render(container: HTMLElement | string, options?: object): number
  getResponse(id?: number): string
  isExpired(id?: number): boolean
  execute(id?: number): Promise<string>
  reset(id?: number): void
  remove(id?: number): void
}

/** The standalone widget of a page of another site, with its script loaded from the account server. */
export async function loadCaptcha(): Promise<StandaloneCaptcha> {
  const page = globalThis as { passportCaptcha?: StandaloneCaptcha }
  if (!page.passportCaptcha) {
    const script = document.createElement('script')
    script.src = `${origin}/captcha-door.js?render=explicit`
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
      document.head.append(script)
    })
  }
  ok(page.passportCaptcha, 'the captcha')
  return page.passportCaptcha
}

/** A form with a box in it, in the page. */
export function makeForm(attributes: Record<string, string> = {}): {
  form: HTMLFormElement
  container: HTMLElement
} {
  const form = document.createElement('form')
  const container = document.createElement('div')
  container.className = 'passport-captcha'
  Object.assign(container.dataset, { sitekey: '1002', lang: 'en', ...attributes })
  form.append(container)
  document.body.append(form)
  return { form, container }
}

/** The dialog or the section of the captcha that is open. */
export function surface(): HTMLElement | null {
  for (const host of document.querySelectorAll('[data-passport-captcha]')) {
    const found = host.shadowRoot?.querySelector<HTMLElement>('.sheet')
    if (found) return found
  }
  return null
}

/** The control that has the focus, wherever its shadow root is. */
export function focused(): Element | null {
  let { activeElement } = document
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot)
  return activeElement
}

/** Chooses the kind of the puzzles to come. */
export async function requestKind(kind: string): Promise<void> {
  await fetch(`/captcha?want=${kind}`)
}

/** Returns the solution of the last drawn puzzle. */
export async function answer(): Promise<{
  x?: number
  deg?: number
  places?: { x: number; y: number }[]
  outlines?: [number, number][][]
}> {
  return (await (await fetch('/captcha')).json()) as Awaited<ReturnType<typeof answer>>
}

/** Returns the reply that the server of the site gets about a ticket. */
export async function siteverify(response: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`/site?response=${response}`)).json()) as Record<string, unknown>
}

/** Waits until the picture of a kind is there. */
export async function pictureOf(kind: string): Promise<HTMLElement> {
  const selector = { slide: '.piece', whirl: '.disc' }[kind] ?? '.cross'
  await until(
    () => Boolean(surface()?.querySelector(`.frame[data-drawn=true] ${selector}`)),
    `a picture of ${kind}`,
  )
  const shown = surface()
  ok(shown, 'the check')
  equal(shown.querySelectorAll('.frame').length, 1)
  // It enters with a small motion.
  await Promise.all(shown.getAnimations().map(({ finished }) => finished))
  return shown
}

/** Time that any person needs, which the server waits for. */
export async function think(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 1700)
  })
}

/** Defines a test with a longer timeout, because the device computes a proof of work. */
export function testWithProofOfWork(name: string, body: () => Promise<void>): void {
  test(name, body).timeout(180_000)
}

/** Takes everything out of the page. */
export function clear(): void {
  document.body.replaceChildren()
}
