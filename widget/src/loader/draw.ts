import { tree, words, type Shell } from 'virtual:shell'
import type { Language } from '#protocol/languages.ts'
import type { loadMessages } from '../messages/load-messages.ts'

let count = 0

/**
 * Draws the first screen into every element of the page that is still empty and opens with it.
 * English is here; another language is drawn when its file comes, which is well before React does.
 * Without React at all, the form that works as a plain post stands in for every screen. Answers how
 * many elements there are.
 */
export function drawAll(
  origin: string,
  load: typeof loadMessages,
  sheet: CSSStyleSheet,
  isLast?: true,
): number {
  const elements = document.querySelectorAll<HTMLElement>('passport-login')
  for (const element of elements) {
    const given = (name: string): string => element.getAttribute(name) ?? ''
    const tag = element.closest<HTMLElement>('[lang]')?.lang || navigator.language
    const primary = tag.toLowerCase().split(/[-_]/)[0] as Language
    const language = primary in load ? primary : 'en'
    const isOther =
      !isLast &&
      given('view').replace('login', '') +
        given('methods').replace('password code', '') +
        given('presentation').replace('inline', '')
    // Asked for even when nothing is drawn: it then comes beside the main file, not after it.
    const messages = load[language]()
    if (isOther || element.hasAttribute('pages') || element.querySelector('form')) continue
    const prefix = `pl${++count}`
    const draw = (common: typeof words): void => {
      // Only where something is drawn: a page rendered by the server has its styles already.
      document.adoptedStyleSheets.push(sheet)
      element.replaceChildren(
        build(
          tree(
            language,
            common,
            prefix,
            // Empty means the page's own origin, which a relative address is.
            element.getAttribute('server') ?? origin,
            given('aid'),
            given('next'),
          ),
        ),
      )
    }
    if (language === 'en') draw(words)
    else
      void messages.then((loaded) => {
        // React may have been faster after all.
        if (!element.querySelector('form')) draw(loaded.messages.common)
      })
  }
  return elements.length
}

function build([name, attributes, ...children]: Shell): Element {
  const element = document.createElement(name)
  for (const key in attributes) element.setAttribute(key, attributes[key] ?? '')
  // A part is named as its first class; the build leaves the name out here.
  if (attributes.class) element.dataset.part = attributes.class.replace(/^pl-| .*/g, '')
  element.append(...children.map((child) => (typeof child === 'string' ? child : build(child))))
  return element
}
