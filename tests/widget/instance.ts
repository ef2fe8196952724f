import type { PassportEventName, PassportEvents } from '../../widget/src/base/events.ts'
import { createInstance } from '../../widget/src/base/create-instance.ts'
import type { Instance } from '../../widget/src/base/instance.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { readSettings, type Attributes } from '../../widget/src/base/settings.ts'
import type { TestServer } from '../support/test-server.ts'
import { openBrowser, type Browser } from './browser.ts'

/** An element without its React: an instance on a page that notes what it is told. */
export interface TestInstance {
  instance: Instance
  browser: Browser
  events: { name: PassportEventName; detail: PassportEvents[PassportEventName] }[]
  /** Addresses the page was sent to. */
  visited: string[]
}

/** Makes an instance with attributes, on a page that may prevent an event. */
export function openInstance(
  server: TestServer,
  options: {
    attributes?: Attributes
    secondVerifyOptions?: Readonly<Record<string, unknown>>
    prevents?: PassportEventName
    closesCaptcha?: () => Promise<void>
    /** Intercepts the calls of the element. */
    wrap?: (send: typeof fetch) => typeof fetch
  } = {},
): TestInstance {
  const browser = openBrowser(server)
  const events: TestInstance['events'] = []
  const visited: string[] = []
  const { settings } = readSettings(
    { aid: '1001', server: '', lang: 'en', ...options.attributes },
    { server: '', language: 'en' },
  )
  const instance = createInstance(
    {
      emit(name, detail) {
        events.push({ name, detail })
        return name !== options.prevents
      },
      navigate: (address) => visited.push(address),
      openChallenge: options.closesCaptcha ?? ((decision) => browser.passCaptcha(decision)),
      secondVerifyOptions: () => options.secondVerifyOptions ?? {},
      requestedNext: () => '',
      requestedPrompt: () => '',
      requestedTicket: () => '',
      dropTicket: () => undefined,
      sealRoot: server.app.sealRoot,
      fingerprint: () => browser.webId,
      fetch: options.wrap?.(browser.fetch) ?? browser.fetch,
    },
    { prefix: 'pl', settings, messages: allMessages[settings.language] },
  )
  return { instance, browser, events, visited }
}

/** A filled-in form. */
export function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** A network that loses the replies of calls to a path while it is on; the server handles the calls. */
export function losing(path: string): {
  isOn: boolean
  wrap: (send: typeof fetch) => typeof fetch
} {
  const network = {
    isOn: false,
    wrap:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const answer = await send(input, init)
        if (
          network.isOn &&
          (input instanceof Request ? input.url : String(input)).includes(`${path}?`)
        ) {
          throw new TypeError('Failed to fetch')
        }
        return answer
      },
  }
  return network
}
