import { adopt } from './adopt.ts'
import { placeOf } from './place.ts'

// Registered symbols under which r2wc 1.3.1 stores its state.
const connected = Symbol.for('r2wc.connected')
const render = Symbol.for('r2wc.render')

interface R2wcElement extends HTMLElement {
  [connected]: boolean
  [render](): void
  connectedCallback(): void
  disconnectedCallback(): void
}

/** Props that r2wc passes to the root component. */
export interface RootProps {
  container?: HTMLElement
}

/** An element that renders React and can be rendered again. */
export interface DrawnElement extends HTMLElement {
  /** Messages of the page in place of ours. */
  messages: object | undefined
  draw(): void
  connectedCallback(): void
  disconnectedCallback(): void
}

/** Returns the properties of these attributes, as r2wc wants them. */
export function propertiesOf(attributeNames: readonly string[]): Record<string, 'string'> {
  return Object.fromEntries(attributeNames.map((name) => [toCamel(name), 'string']))
}

/** Returns r2wc's class with fixes for pages that move or change the element. */
export function customElement(
  made: CustomElementConstructor,
  attributeNames: readonly string[],
  sheets: readonly CSSStyleSheet[],
): new () => DrawnElement {
  // The types of r2wc leave out the fields that its class has.
  const Base = made as new () => R2wcElement

  return class extends Base implements DrawnElement {
    #messages: object | undefined

    constructor() {
      super()
      // r2wc starts as connected and would mount at the first attribute.
      this[connected] = false
    }

    /**
     * A page that hydrates compares what stands in the element with its own markup, which has nothing
     * there, and would throw the form away.
     */
    override get firstChild(): null {
      return null
    }

    get messages(): object | undefined {
      return this.#messages
    }

    set messages(messages) {
      this.#messages = messages
      if (this.isConnected) this.draw()
    }

    draw(): void {
      this[render]()
    }

    override connectedCallback(): void {
      for (const name of ['messages', ...attributeNames]) upgrade(this, toCamel(name))
      this.#adopt()
      super.connectedCallback()
    }

    override disconnectedCallback(): void {
      // A moved element is connected again within this task and keeps its state.
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback()
      })
    }

    /** With this method, browsers with moveBefore() do not disconnect the element. */
    connectedMoveCallback(): void {
      this.#adopt()
    }

    // Custom properties are defined on the page, wherever the element is.
    #adopt(): void {
      for (const place of [document, this.getRootNode(), placeOf(this)]) adopt(place, sheets)
    }

    // Replaces r2wc's method, which ignores removed and empty attributes.
    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (before !== after) this.draw()
    }
  }
}

/** Sets a property again that was set before the definition and hides the class's accessor. */
export function upgrade(element: HTMLElement, property: string): void {
  if (!Object.hasOwn(element, property)) return
  const value: unknown = Reflect.get(element, property)
  Reflect.deleteProperty(element, property)
  Reflect.set(element, property, value)
}

function toCamel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
