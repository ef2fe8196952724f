import type { Instance } from '../../base/instance.ts'
import { checkExchangeAttributes } from '../../base/exchange-code.ts'
import { hostedAddress } from '../../client/calls/hosted-sign-in.ts'
import { endOfPopup, openPopup } from '../../ui/flows/popup.ts'

/** Signing in on a page of the account server, which keeps cookies where this page cannot. */
export type HostedSignInFlow = ReturnType<typeof createHostedSignInFlow>

/** Type of the message with the code, and of the reply that says it has arrived. */
const MESSAGE = 'passport-host-code'
const RECEIVED = 'passport-host-heard'

export function createHostedSignInFlow(instance: Instance) {
  const { $settings, signal } = instance
  let opened: Window | undefined

  function href(): string {
    return hostedAddress($settings.get(), instance.asksFirst())
  }

  async function waitFor(popup: Window): Promise<void> {
    const { redirectUri, state, server } = $settings.get()
    const { origin } = new URL(server || self.origin, document.baseURI)
    const answer = await endOfPopup(
      { window: popup, origin, type: MESSAGE, signal },
      // A message with another state belongs to another request.
      (data) => data.state === state,
    )
    opened = undefined
    if (answer === undefined) {
      if (!signal.aborted) instance.cancel()
      return
    }
    answer.reply({ type: RECEIVED })
    const reply = { code: String(answer.data.code), state, iss: String(answer.data.iss) }
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries(reply)) {
      if (value !== '') url.searchParams.set(name, value)
    }
    instance.authorize({ ...reply, redirectUrl: url.href })
  }

  return {
    /** Address that leads there and back. */
    href,
    /** Name of the server people go to. */
    hostName: () => new URL($settings.get().server || self.origin, document.baseURI).host,
    /** Opens a window; false where there is none, and the page itself has to go there. */
    open() {
      if (!$settings.get().popup) return false
      if (opened !== undefined && !opened.closed) {
        opened.focus()
        return true
      }
      opened = openPopup(`${href()}&opener_origin=${encodeURIComponent(self.origin)}`, MESSAGE)
      if (opened === undefined) return false
      void waitFor(opened)
      return true
    },
    /** Reports a missing return URL or code challenge to the page. */
    check: () => void checkExchangeAttributes(instance),
    dispose: (): void => undefined,
  }
}
