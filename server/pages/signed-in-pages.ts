import type { Language } from '#protocol/common-params.ts'
import type { Brand } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { ExchangeCode } from '../sso/exchange-code.ts'
import { pageMessages } from './messages/all-messages.ts'
import type { Page } from './page.ts'
import { pageReply } from './page-reply.ts'

// Tells the page that opened this popup, if its address is the one that was registered. Where
// nobody hears it, since the way here cut the two windows apart, the popup goes there itself.
const popupScript = `
const link = document.getElementById('continue')
const { code, state, iss, opener: origin } = link.dataset
const proceed = () => location.replace(link.href)
if (window.opener) {
  const timer = setTimeout(proceed, 2000)
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.type !== 'passport-host-heard') return
    clearTimeout(timer)
    close()
  })
  window.opener.postMessage({ type: 'passport-host-code', code, state, iss }, origin)
} else proceed()
`

// What embeds the page learns that somebody signed in, and nothing about who. A window that opened
// it hears so only if it is where the person goes next.
const webViewScript = `
const service = document.getElementById('continue').href
const message = { type: 'passport-login-success', service }
const text = JSON.stringify(message)
window.ReactNativeWebView?.postMessage(text)
window.webkit?.messageHandlers?.passport?.postMessage(message)
for (const other of [window.opener, window.parent]) {
  if (other && other !== window && /^https?:/.test(service)) other.postMessage(message, new URL(service).origin)
}
location.replace(service)
`

/** Returns the end of a popup, which gives the code to the page that waits; without script, a link. */
export function popupEndPage(
  config: Config,
  brand: Brand,
  language: Language,
  { code, state, iss, redirect_url: href, opener }: ExchangeCode & { opener: string },
): PlainReply {
  const page = signedInPage(language, href, popupScript, { code, state, iss, opener })
  // Any other opener policy would cut the popup off the page that waits for it.
  const headers = { 'cross-origin-opener-policy': 'unsafe-none', 'referrer-policy': 'no-referrer' }
  return pageReply(config, brand, language, page, { headers })
}

/** Returns the page that tells a web view of a sign-in; without script, a link. */
export function webViewEndPage(
  config: Config,
  brand: Brand,
  language: Language,
  service: string,
): PlainReply {
  return pageReply(config, brand, language, signedInPage(language, service, webViewScript))
}

function signedInPage(
  language: Language,
  href: string,
  script: string,
  data: Readonly<Record<string, string>> = {},
): Page {
  const { signedIn, proceed } = pageMessages[language]
  return { title: signedIn, links: [{ href, text: proceed, id: 'continue', data }], script }
}
