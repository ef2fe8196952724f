import type { Language } from '#protocol/common-params.ts'
import type { Brand } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { keepOpener } from '../http/opener-policy.ts'
import type { ExchangeCode } from '../sso/exchange-code.ts'
import { pageMessages } from './messages/all-messages.ts'
import type { Page } from './page.ts'
import { pageReply } from './page-reply.ts'

// Posts the code to the page that opened this popup, if its origin is registered. If no page answers,
// because an opener policy separated the windows, the popup itself is redirected.
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

// The embedding app learns that somebody signed in, but not who. An opener or parent window learns
// it only if it has the origin of the return URL.
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

/** Returns the last page of a popup, which posts the code to its opener; without script, a link. */
export function popupEndPage(
  config: Config,
  brand: Brand,
  language: Language,
  { code, state, iss, redirect_url: href, opener }: ExchangeCode & { opener: string },
): PlainReply {
  const page = signedInPage(language, href, popupScript, { code, state, iss, opener })
  // Any other opener policy would cut the popup off the page that waits for it.
  const headers = { ...keepOpener, 'referrer-policy': 'no-referrer' }
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
