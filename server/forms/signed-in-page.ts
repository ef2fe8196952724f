import { createHash } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { renderPage } from './page.ts'
import type { Config } from '../config/config.ts'
import type { PlainReply } from '../calls/call.ts'
import { formPageHeaders } from '../http/headers.ts'
import { escapeHtml } from '../http/html.ts'

const texts: Record<Language, { title: string; proceed: string }> = {
  en: { title: 'You are signed in', proceed: 'Go on' },
  ja: { title: 'サインインしました', proceed: '続ける' },
  zh: { title: '您已登录', proceed: '继续' },
}

/** Where a sign-in that was begun elsewhere ends. */
interface End {
  /** Where the link leads, which the script finds by its id, `way`. */
  way: string
  /** What the script is told, as data of that link. */
  data?: Readonly<Record<string, string>>
}

/**
 * Makes the page that ends such a sign-in: its script is the only one that may run, as the policy
 * names its hash, and without script there is a link.
 */
export function signedInPage(
  script: string,
): (config: Config, language: Language, end: End) => PlainReply {
  const hash = createHash('sha256').update(script).digest('base64')
  return (config, language, { way, data = {} }) => {
    const { title, proceed } = texts[language]
    const headers = formPageHeaders(config.isHttps)
    const policy = headers['content-security-policy'] ?? ''
    const reportFailure = Object.entries(data)
      .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
      .join('')
    return {
      type: 'text/html; charset=utf-8',
      headers: { ...headers, 'content-security-policy': `${policy}; script-src 'sha256-${hash}'` },
      body: renderPage(
        { language, product: config.PRODUCT_NAME, title },
        `<nav><a id="way" href="${escapeHtml(way)}"${reportFailure}>${proceed}</a></nav>
<script>${script}</script>`,
      ),
    }
  }
}
