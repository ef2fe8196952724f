import r2wc, { type R2WCRenderer } from '@r2wc/core'
import type { ComponentType } from 'react'
import { adopt } from './ui/adopt.ts'
import { placeOf } from './ui/place.ts'

// r2wc keeps its state under these registered symbols (version 1.3.1).
const connected = Symbol.for('r2wc.connected')
const render = Symbol.for('r2wc.render')

interface R2wcElement extends HTMLElement {
  [connected]: boolean
  [render](): void
  connectedCallback(): void
  disconnectedCallback(): void
}

/** What r2wc tells the component that it shows: the element. */
export interface RootProps {
  container?: HTMLElement
}

/** An element that shows React; it can be drawn again whenever what it is made of changes. */
export interface DrawnElement extends HTMLElement {
  draw(): void
  connectedCallback(): void
  disconnectedCallback(): void
}

/** Returns the class of an element by r2wc, without what is in the way of pages that move or change it. */
export function customElement<Context>(
  root: ComponentType<RootProps>,
  attributeNames: readonly string[],
  renderer: R2WCRenderer<RootProps, Context>,
  sheets: readonly CSSStyleSheet[],
): new () => DrawnElement {
  const props = Object.fromEntries(attributeNames.map((name) => [toCamel(name), 'string']))
  // The class that r2wc answers is typed as any custom element; its callbacks are ours to call.
  const Base = r2wc(root, { props }, renderer) as new () => R2wcElement

  return class extends Base implements DrawnElement {
    constructor() {
      super()
      // r2wc takes itself for connected from the start and would mount at the first attribute.
      this[connected] = false
    }

    draw(): void {
      this[render]()
    }

    override connectedCallback(): void {
      for (const name of attributeNames) upgrade(this, toCamel(name))
      this.#adopt()
      super.connectedCallback()
    }

    override disconnectedCallback(): void {
      // An element that is only moved keeps its state: it is back within this task.
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback()
      })
    }

    /** Being here keeps browsers with moveBefore() from disconnecting the element at all. */
    connectedMoveCallback(): void {
      this.#adopt()
    }

    // The custom properties are those of the page, wherever the element stands.
    #adopt(): void {
      for (const place of [document, this.getRootNode(), placeOf(this)]) adopt(place, sheets)
    }

    // Instead of r2wc's own, which passes over removed and empty attributes.
    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (before !== after) this.draw()
    }
  }
}

/** A property set before the definition hides the accessor of the class until it is set again. */
export function upgrade(element: HTMLElement, property: string): void {
  if (!Object.hasOwn(element, property)) return
  const value: unknown = Reflect.get(element, property)
  Reflect.deleteProperty(element, property)
  Reflect.set(element, property, value)
}

function toCamel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
