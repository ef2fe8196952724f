import { createHash } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { formPageHeaders } from '../http/headers.ts'
import type { Page } from './page.ts'
import { renderPage } from './render-page.ts'

/** Returns the reply that shows a page; only the page's own script may run there. */
export function pageReply(
  { PRODUCT_NAME, isHttps }: Pick<Config, 'PRODUCT_NAME' | 'isHttps'>,
  language: Language,
  page: Page,
  options: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): PlainReply & { headers: Readonly<Record<string, string>> } {
  const headers = formPageHeaders(isHttps)
  return {
    status: options.status ?? 200,
    type: 'text/html; charset=utf-8',
    headers: {
      ...headers,
      'content-security-policy': `${headers['content-security-policy']}${scriptSource(page.script)}`,
      ...options.headers,
    },
    body: renderPage(language, PRODUCT_NAME, page),
  }
}

function scriptSource(script: string | undefined): string {
  if (script === undefined) return ''
  return `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
