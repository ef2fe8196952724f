import { createStandaloneCaptcha, renderAll } from './standalone-captcha.ts'
import type { StandaloneCaptcha } from './standalone-captcha.ts'

declare global {
  var passportCaptcha: StandaloneCaptcha | undefined
}

const { currentScript } = document
const address = currentScript instanceof HTMLScriptElement ? currentScript.src : ''
const { origin, searchParams } = new URL(address || '/', location.href)
// A second script on the page keeps the widgets of the first.
if (!globalThis.passportCaptcha) {
  const captcha = createStandaloneCaptcha(origin)
  globalThis.passportCaptcha = captcha
  const start = () => {
    if (searchParams.get('render') !== 'explicit') renderAll(captcha)
    const called: unknown = Reflect.get(globalThis, searchParams.get('onload') ?? '')
    if (typeof called === 'function') (called as () => void)()
  }
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', start, { once: true })
  } else start()
}
