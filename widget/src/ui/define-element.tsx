import r2wc from '@r2wc/react-to-web-component'
import { Component, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import themeCss from '../../../protocol/theme.css'
import type { Language } from '#protocol/languages.ts'
import type { Messages } from '../messages/messages.ts'
import { merge, override } from '../messages/override.ts'
import { openChallenge } from '../base/challenge.ts'
import { createInstance } from '../base/create-instance.ts'
import { customElement, propertiesOf, type RootProps } from '../base/custom-element.ts'
import { emit } from '../base/emit.ts'
import type { AttributeFailure } from '../base/events.ts'
import type { Instance } from '../base/instance.ts'
import { readSettings, type Attributes } from '../base/settings.ts'
import { partProps } from './part-props.ts'

/** What the content of an element gets; `t` are messages that only this element has. */
export interface ContentProps<Own> {
  host: HTMLElement
  instance: Instance
  t: Own
  /** Reads an attribute; undefined if it is absent. */
  attribute(name: string): string | undefined
}

/** An element that nothing has drawn before its script. */
interface ElementKind<Own extends object> {
  tag: string
  /** Prefix of the ids in it. */
  prefix: string
  attributeNames: readonly string[]
  /** Returns the attributes that become settings. */
  toSettings(attributes: Attributes): Attributes
  /** Returns what is wrong with its other attributes. */
  ownErrors(attributes: Readonly<Record<string, string | undefined>>): readonly AttributeFailure[]
  /** Styles besides those of the theme. */
  css: string
  /** Loads the general messages and those of this element alone. */
  load(language: Language): Promise<[Messages, Own]>
  Content: ComponentType<ContentProps<Own>>
}

interface Ready<Own> {
  instance: Instance
  t: Own
}

/** What one element remembers from one change to the next. */
interface Memory {
  instance?: Instance
  /** Settings and messages that the instance has. */
  configured?: { settings: string; own: unknown }
  /** Attribute errors that the page was told of. */
  told: readonly string[]
}

/** Defines such an element once per page; `server` and `sealRoot` come from its script. */
export function defineElement<Own extends object>(
  kind: ElementKind<Own>,
  options: { server: string; sealRoot: string },
): void {
  if (customElements.get(kind.tag)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss + kind.css)
  const made = r2wc(Root, { props: propertiesOf(kind.attributeNames) })
  let count = 0

  function Root({ container: host }: RootProps): ReactNode {
    const [ready, setReady] = useState<Ready<Own>>()
    const memory = useRef<Memory>({ told: [] })
    const written = kind.attributeNames.map((name) => host?.getAttribute(name))
    const own: unknown = host && Reflect.get(host, 'messages')
    // Whoever changes the messages sets another object.
    const of = [JSON.stringify(written), own]

    useEffect(() => {
      if (!host) return undefined
      let isOver = false
      prepare(host, () => isOver, memory.current).then(
        (prepared) => prepared && setReady(prepared),
        (error: unknown) => fail(host, error),
      )
      return () => {
        isOver = true
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew when what is written changes
    }, of)
    useEffect(() => () => memory.current.instance?.dispose(), [])

    if (!host || !ready) return null
    const attribute = (name: string): string | undefined => host.getAttribute(name) ?? undefined
    return (
      <Guard instance={ready.instance} onError={(error) => fail(host, error)}>
        <kind.Content host={host} attribute={attribute} {...ready} />
      </Guard>
    )
  }

  async function prepare(
    host: HTMLElement,
    isOver: () => boolean,
    memory: Memory,
  ): Promise<Ready<Own> | undefined> {
    const attributes = readAttributes(host, kind.attributeNames)
    const { settings, attributeErrors } = readSettings(kind.toSettings(attributes), {
      server: options.server,
      language: host.closest<HTMLElement>('[lang]')?.lang || navigator.language,
    })
    const failures = [
      ...attributeErrors.map(
        ({ attribute, value, message }) =>
          ({ reason: 'attribute', attribute, value, message }) as const,
      ),
      ...kind.ownErrors(attributes),
    ]
    const [ours, special] = await kind.load(settings.language)
    if (isOver()) return undefined
    const own: unknown = Reflect.get(host, 'messages')
    const replacements = own instanceof Object ? own : {}
    const messages = override(ours, replacements)
    const t = merge(special, replacements)
    for (const failure of failures) {
      if (memory.told.includes(`${failure.attribute}=${failure.value}`)) continue
      emit(host, 'passport-error', failure)
    }
    memory.told = failures.map(({ attribute, value }) => `${attribute}=${value}`)
    const configured = { settings: JSON.stringify(settings), own }
    const { configured: before } = memory
    memory.configured = configured
    if (memory.instance) {
      // A new client would ask for everything again.
      const isSame = before?.settings === configured.settings && before.own === own
      if (!isSame) memory.instance.configure(settings, messages)
      return { instance: memory.instance, t }
    }
    count += 1
    const given: unknown = Reflect.get(host, 'fetch')
    memory.instance = createInstance(
      {
        emit: (name, detail) => emit(host, name, detail),
        navigate: (address) => location.assign(new URL(address, document.baseURI)),
        openChallenge: (...call) => openChallenge(host, ...call),
        requestedNext: () => '',
        requestedPrompt: () => '',
        requestedTicket: () => '',
        dropTicket: () => undefined,
        sealRoot: /^[\w-]{43}$/.test(options.sealRoot) ? options.sealRoot : undefined,
        fetch: typeof given === 'function' ? (given as typeof fetch) : undefined,
      },
      { prefix: `${kind.prefix}${count}`, settings, messages },
    )
    return { instance: memory.instance, t }
  }

  function fail(host: HTMLElement, error: unknown): void {
    console.error(`${kind.tag}:`, error) // oxlint-disable-line no-console
    emit(host, 'passport-error', { reason: 'internal', message: String(error) })
  }

  customElements.define(kind.tag, customElement(made, kind.attributeNames, [sheet]))
}

function readAttributes(host: HTMLElement, names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, host.getAttribute(name) ?? undefined]))
}

interface GuardProps {
  instance: Instance
  onError: (error: unknown) => void
  children: ReactNode
}

/** Tells of an error while rendering, and offers to render again. */
class Guard extends Component<GuardProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    const { broken, tryAgain } = this.props.instance.$messages.get().common
    return (
      <div {...partProps('root')} role="alert">
        <div {...partProps('card')}>
          <p {...partProps('text')}>{broken}</p>
          <button
            type="button"
            {...partProps('button')}
            onClick={() => this.setState({ isBroken: false })}
          >
            {tryAgain}
          </button>
        </div>
      </div>
    )
  }
}
