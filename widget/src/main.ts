import { defineElement, type ElementOptions } from './login/element.tsx'
import { screens } from './screens.ts'
import { registerScreens } from './ui/lazy-screens.ts'

/** Defines the element with the loader's options. */
export async function start(options: ElementOptions & { sealRoot: string }): Promise<void> {
  // In a task of its own, to block the page for a shorter time.
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  registerScreens(screens)
  defineElement({
    ...options,
    // A build served without an account server still has the placeholder.
    sealRoot: /^[\w-]{43}$/.test(options.sealRoot) ? options.sealRoot : undefined,
  })
}
