import { type Language, languages } from '#protocol/languages.ts'
import { colours, markPaths } from '#protocol/theme.ts'
import type { Brand } from '../apps/brand.ts'
import { markup, Markup } from '../http/html.ts'
import { pagePath, withNext } from '../lib/page-path.ts'
import { hiddenInputs } from './hidden-inputs.ts'
import { pageMessages } from './messages/all-messages.ts'
import type { Page } from './page.ts'
import { styleAddress } from './page-style.ts'

/** What surrounds the content of a page; it looks like the sign-in pages of the site. */
export interface Frame {
  language: Language
  brand: Brand
  /** Address of the site's font, if this server has it. */
  font: string | undefined
  /** Runs before anything is drawn. */
  script?: string | undefined
  /** Path and query of the page in any language; undefined where it cannot be shown again. */
  address: string | undefined
  again: Page['again']
  /** Languages that its address shows it in. */
  shownIn: readonly Language[]
  /** What pages of the console have in place of links to the site. */
  console?: {
    style: string
    /** Stands beside the name. */
    menu: Markup | string
  }
}

const legalPages = ['privacy-policy', 'terms-of-service', 'cookie-policy'] as const

const languageNames = { en: 'English', ja: '日本語', zh: '中文' } as const

/** Returns the HTML of a page around its content. */
export function renderFrame(frame: Frame, title: string, main: Markup): string {
  const { brand, font, language, script } = frame
  const ofConsole = frame.console
  const { bg } = colours
  const style = brandStyle(brand)
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${bg.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${bg.dark}" media="(prefers-color-scheme: dark)">
${script === undefined ? '' : markup`<script>${new Markup(script)}</script>`}
<title>${title} · ${brand.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${font === undefined ? '' : markup`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`}
<link rel="stylesheet" href="${ofConsole?.style ?? styleAddress}">
${style === undefined ? '' : markup`<style>${new Markup(style)}</style>`}
</head>
<body>
<header>
<a class="brand" href="${ofConsole === undefined ? pagePath('/', language) : '/'}">${signOf(brand)}</a>
${ofConsole?.menu ?? ''}
${languageLinks(frame)}
</header>
${main}
${ofConsole === undefined ? footer(frame) : ''}
</body>
</html>
`.text
}

/** Returns the style of a brand with a colour of its own. */
export function brandStyle({ accent, hasOwnColour }: Brand): string | undefined {
  if (!hasOwnColour) return undefined
  const { light, dark } = accent
  const colour = `light-dark(${light.colour},${dark.colour})`
  return `:root{--passport-accent:${colour};--passport-accent-strong:${colour};--passport-accent-ink:light-dark(${light.ink},${dark.ink})}`
}

function signOf({ name, logo, hasOwnName }: Brand): Markup {
  if (logo !== '') return markup`<img src="${logo}" alt="${name}" height="32">`
  if (hasOwnName) return markup`${name}`
  const [former, next] = markPaths
  return markup`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="${former}"/><path class="next" d="${next}"/></svg>${name}`
}

function languageLinks({ address, again, language, shownIn }: Frame): Markup[] {
  const found = again === undefined ? shownIn : languages
  const others = found.filter((other) => other !== language)
  if (again !== undefined) {
    const buttons = others.map(
      (other) =>
        markup`<button name="language" value="${other}" lang="${other}">${languageNames[other]}</button>`,
    )
    const hidden = hiddenInputs({ ...again.hidden, language: undefined })
    return [
      markup`<form method="post" action="${withNext(again.action, again.hidden.next)}">${hidden}${buttons}</form>`,
    ]
  }
  if (address === undefined) return []
  return others.map(
    (other) =>
      markup`<a href="${inLanguage(address, other)}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
  )
}

function inLanguage(address: string, language: Language): string {
  // The host is left out again.
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  searchParams.set('language', language)
  return `${pathname}?${searchParams.toString()}`
}

function footer({ brand, language }: Frame): Markup {
  const { legal, legalNavigation } = pageMessages[language]
  const links = legalPages.map(
    (page) => markup`<li><a href="${pagePath(`/${page}`, language)}">${legal[page]}</a></li>`,
  )
  return markup`<footer>
<nav aria-label="${legalNavigation}"><ul>${links}</ul></nav>
<p>${brand.name}</p>
</footer>`
}
