import type { Language } from '#protocol/common-params.ts'
import { signedInPage } from './signed-in-page.ts'
import type { Config } from '../config/config.ts'
import type { PlainReply } from '../calls/call.ts'

// What embeds the page learns that somebody signed in, and nothing about who. A window that opened
// it hears so only if it is where the person goes next.
const page = signedInPage(`
const service = document.getElementById('way').href
const message = { type: 'passport-login-success', service }
const text = JSON.stringify(message)
window.ReactNativeWebView?.postMessage(text)
window.webkit?.messageHandlers?.passport?.postMessage(message)
for (const other of [window.opener, window.parent]) {
  if (other && other !== window && /^https?:/.test(service)) other.postMessage(message, new URL(service).origin)
}
location.replace(service)
`)

/** The page that tells a web view of a sign-in; without script it shows a link. */
export function renderLoginSuccess(
  config: Config,
  language: Language,
  service: string,
): PlainReply {
  return page(config, language, { way: service })
}
