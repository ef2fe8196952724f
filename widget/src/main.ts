import { defineElement, type ElementOptions } from './element.tsx'

/** Starts the element with what the loader knows. */
export function start(options: ElementOptions & { sealRoot: string }): void {
  defineElement({
    ...options,
    // Served as built, the placeholder is still there: then nothing is known about the root key.
    sealRoot: /^[\w-]{43}$/.test(options.sealRoot) ? options.sealRoot : undefined,
  })
}
