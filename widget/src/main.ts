import { defineElement, type ElementOptions } from './element.tsx'

/** Starts the element with what the loader knows. */
export async function start(options: ElementOptions & { sealRoot: string }): Promise<void> {
  // In a task of its own, or the page would stand still for as long as both take.
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  defineElement({
    ...options,
    // Served as built, the placeholder is still there: then nothing is known about the root key.
    sealRoot: /^[\w-]{43}$/.test(options.sealRoot) ? options.sealRoot : undefined,
  })
}
