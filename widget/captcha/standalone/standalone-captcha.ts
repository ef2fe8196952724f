import { createBox } from './box.ts'
import type { Box } from './box.ts'
import type { GivenOptions } from './options.ts'

/** Class of containers that get a widget automatically. */
const CLASS_NAME = 'passport-captcha'

/** The global `passportCaptcha`; widgets are numbered from 0. */
export interface StandaloneCaptcha {
  /** Renders a widget into a container (element, id or selector) and returns its number. */
  render(container: HTMLElement | string, options?: GivenOptions): number
  getResponse(id?: number): string
  isExpired(id?: number): boolean
  execute(id?: number): Promise<string>
  reset(id?: number): void
  remove(id?: number): void
}

function findContainer(container: HTMLElement | string): HTMLElement {
  if (typeof container !== 'string') return container
  const found = document.getElementById(container) ?? document.querySelector<HTMLElement>(container)
  if (!found) throw new TypeError(`passport-captcha: there is no element "${container}"`)
  return found
}

/** Creates the global object; `server` is the origin of challenges. */
export function createStandaloneCaptcha(server: string): StandaloneCaptcha {
  const boxes = new Map<number, Box>()
  const known = new WeakMap<HTMLElement, number>()
  let next = 0

  function find(id = boxes.keys().next().value ?? 0): Box {
    const box = boxes.get(id)
    if (!box) throw new RangeError(`passport-captcha: there is no box ${id}`)
    return box
  }

  return {
    render(given, options) {
      const container = findContainer(given)
      const before = known.get(container)
      // A second call for a container returns its widget.
      if (before !== undefined && boxes.has(before)) return before
      const id = next++
      boxes.set(id, createBox(container, server, options))
      known.set(container, id)
      return id
    },
    getResponse: (id) => find(id).response(),
    isExpired: (id) => find(id).isExpired(),
    execute: async (id) => await find(id).execute(),
    reset: (id) => find(id).reset(),
    remove(id = boxes.keys().next().value ?? 0) {
      find(id).remove()
      boxes.delete(id)
    },
  }
}

/** Renders a widget into every container with the class. */
export function renderAll(captcha: StandaloneCaptcha): void {
  for (const container of document.querySelectorAll<HTMLElement>(`.${CLASS_NAME}`)) {
    try {
      captcha.render(container)
    } catch (error) {
      // One container that is written wrongly must not cost the others their box.
      console.error(error) // oxlint-disable-line no-console
    }
  }
}
