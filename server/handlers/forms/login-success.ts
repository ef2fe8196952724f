import { createHash } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { renderPage } from './page.ts'
import type { Config } from '../../config.ts'
import type { PlainReply } from '../../handler.ts'
import { formPageHeaders } from '../../http/headers.ts'
import { escapeHtml } from '../../http/html.ts'

// What embeds the page learns that somebody signed in, and nothing about who. A window that opened
// it hears so only if it is where the person goes next.
const SCRIPT = `
const service = document.getElementById('next').href
const message = { type: 'passport-login-success', service }
const text = JSON.stringify(message)
window.ReactNativeWebView?.postMessage(text)
window.webkit?.messageHandlers?.passport?.postMessage(message)
for (const other of [window.opener, window.parent]) {
  if (other && other !== window && /^https?:/.test(service)) other.postMessage(message, new URL(service).origin)
}
location.replace(service)
`

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

const texts: Record<Language, { title: string; proceed: string }> = {
  en: { title: 'You are signed in', proceed: 'Go on' },
  ja: { title: 'サインインしました', proceed: '続ける' },
  zh: { title: '您已登录', proceed: '继续' },
}

/** The page that tells a web view of a sign-in; without script it shows a link. */
export function renderLoginSuccess(
  config: Config,
  language: Language,
  service: string,
): PlainReply {
  const t = texts[language]
  const headers = formPageHeaders(config.isHttps)
  const policy = headers['content-security-policy'] ?? ''
  return {
    type: 'text/html; charset=utf-8',
    headers: {
      ...headers,
      'content-security-policy': `${policy}; script-src 'sha256-${SCRIPT_HASH}'`,
    },
    body: renderPage(
      { language, product: config.PRODUCT_NAME, title: t.title },
      `<nav><a id="next" href="${escapeHtml(service)}">${t.proceed}</a></nav>
<script>${SCRIPT}</script>`,
    ),
  }
}
