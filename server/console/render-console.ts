import { siteLanguages, type SiteLanguage } from '#protocol/languages.ts'
import { toPrintable } from '../admin/format.ts'
import { brandOf } from '../apps/brand.ts'
import type { Config } from '../config/config.ts'
import { markup, type Markup } from '../http/html.ts'
import { mayActAs } from '../operators/manage-operators.ts'
import { hiddenInputs } from '../pages/hidden-inputs.ts'
import type { Page } from '../pages/page.ts'
import { readRules, styleAddressAt } from '../pages/page-style.ts'
import { renderTabs } from '../pages/render-lists.ts'
import { renderPage } from '../pages/render-page.ts'
import type { LiveConsoleSession } from './console-sessions.ts'
import { consoleMessages } from './messages/all-messages.ts'
import type { ConsolePage } from './page.ts'

export const STYLE_PATH = '/style.css'
export const styleRules = readRules('../console/console.css')

/** What surrounds a page of the console. */
export interface ConsoleFrame {
  language: SiteLanguage
  /** Path and query at which the page is shown in any language; undefined where it cannot be again. */
  address: string | undefined
  /** Undefined for pages before the sign-in. */
  signedIn: { operator: LiveConsoleSession; csrf: string } | undefined
}

/** Returns the function that renders pages of the console, with those of `pages` in the menu. */
export function createConsoleRenderer(
  config: Config,
  pages: readonly ConsolePage[],
): (frame: ConsoleFrame, page: Page) => string {
  const brand = brandOf(config)
  const style = styleAddressAt(STYLE_PATH, styleRules)
  return ({ language, address, signedIn }, page) => {
    const html = renderPage(
      {
        language,
        brand: { ...brand, name: consoleMessages[language].name(brand.name) },
        font: undefined,
        address,
        again: undefined,
        shownIn: siteLanguages,
        console: { style, menu: signedIn ? menuOf(pages, language, address, signedIn) : '' },
      },
      page,
    )
    // Texts between tags; names and reasons of former versions may turn the order of those around them.
    return html.replaceAll(/>[^<]+</g, (text) => toPrintable(text))
  }
}

function menuOf(
  pages: readonly ConsolePage[],
  language: SiteLanguage,
  address: string | undefined,
  { operator, csrf }: NonNullable<ConsoleFrame['signedIn']>,
): Markup {
  const texts = consoleMessages[language]
  const links = pages.flatMap(({ menu, path, role }) => {
    if (menu === undefined || !mayActAs(operator.role, role)) return []
    return [{ href: path, text: menu(texts), isCurrent: address?.split('?')[0] === path }]
  })
  return markup`${renderTabs(texts.menu, links, 'menu')}
<form method="post" action="/sign-out">${hiddenInputs({ csrf })}<button>${texts.signOut}</button></form>
<span>${operator.name}, ${texts.roles[operator.role]}</span>
<span>${texts.zone}</span>`
}
