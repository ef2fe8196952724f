import { createHash } from 'node:crypto'
import { type Language, languages } from '#protocol/languages.ts'
import type { Brand } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { formPageHeaders } from '../http/headers.ts'
import type { Page } from './page.ts'
import { fontAddress } from './page-style.ts'
import { brandStyle } from './render-frame.ts'
import { renderPage } from './render-page.ts'
import { themeScript } from './theme-script.ts'

/** Settings that a page depends on. */
export type PageConfig = Pick<Config, 'DIST_DIR' | 'SITE_ORIGIN' | 'isHttps' | 'isSiteElsewhere'>

/** Returns the reply that shows a page; only its own script and that of the theme may run there. */
export function pageReply(
  config: PageConfig,
  brand: Brand,
  language: Language,
  page: Page,
  options: {
    status?: number
    headers?: Readonly<Record<string, string>>
    /** Path and query at which this server shows the page in any language; undefined where it cannot again. */
    address?: string | undefined
    /** Languages in which its address shows it, by default all. */
    languages?: readonly Language[]
  } = {},
): PlainReply & { body: string; headers: Readonly<Record<string, string>> } {
  const ofTheme = config.isSiteElsewhere ? undefined : themeScript
  const headers = formPageHeaders(config.isHttps, {
    forms: [config.isSiteElsewhere ? config.SITE_ORIGIN : undefined, page.formsLeadTo],
    images: brand.logo === '' ? undefined : new URL(brand.logo).origin,
    style: hashSource(brandStyle(brand)),
    scripts: [hashSource(page.script), hashSource(ofTheme)],
  })
  const frame = {
    language,
    brand,
    font: fontAddress(config),
    script: ofTheme,
    address: options.address,
    again: page.again,
    shownIn: options.languages ?? languages,
  }
  return {
    status: options.status ?? 200,
    type: 'text/html; charset=utf-8',
    headers: { ...headers, ...options.headers },
    body: renderPage(frame, page),
  }
}

function hashSource(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
