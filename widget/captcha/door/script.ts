import { createDoor, renderAll } from './door.ts'
import type { Door } from './door.ts'

declare global {
  var passportCaptcha: Door | undefined
}

const { currentScript } = document
const address = currentScript instanceof HTMLScriptElement ? currentScript.src : ''
const { origin, searchParams } = new URL(address || '/', location.href)
// Twice on a page it is once: the boxes of the first are kept.
if (!globalThis.passportCaptcha) {
  const door = createDoor(origin)
  globalThis.passportCaptcha = door
  const start = () => {
    if (searchParams.get('render') !== 'explicit') renderAll(door)
    const called: unknown = Reflect.get(globalThis, searchParams.get('onload') ?? '')
    if (typeof called === 'function') (called as () => void)()
  }
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', start, { once: true })
  } else start()
}
