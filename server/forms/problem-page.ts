import type { Language } from '#protocol/common-params.ts'
import { renderPage } from './page.ts'
import type { Config } from '../config/config.ts'
import type { PlainReply } from '../calls/call.ts'
import { formPageHeaders } from '../http/headers.ts'
import { escapeHtml } from '../http/html.ts'

const titles: Record<Language, string> = {
  en: 'This link does not work',
  ja: 'このリンクは使えません',
  zh: '此链接无法使用',
}

/** What somebody sees whose browser went to an address that refuses it; nobody is sent anywhere. */
export function renderProblemPage(
  config: Config,
  language: Language,
  problem: string,
  { title = titles[language], status = 400 }: { title?: string; status?: number } = {},
): PlainReply {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: formPageHeaders(config.isHttps),
    body: renderPage(
      { language, product: config.PRODUCT_NAME, title },
      `<p class="problem" role="alert">${escapeHtml(problem)}</p>`,
    ),
  }
}
