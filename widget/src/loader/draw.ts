import { english, tree, type Shell } from 'virtual:shell'
import type { Language } from '#protocol/languages.ts'
import type { loadMessages } from '../messages/load-messages.ts'

let count = 0

/**
 * Renders the sign-in form, which works as a plain post, into every empty element that starts with it.
 * Other languages than English are rendered when their file has loaded. `isLast` renders it for every
 * view, because the main file failed to load. Returns the number of elements.
 */
export function drawAll(
  origin: string,
  load: typeof loadMessages,
  sheet: CSSStyleSheet,
  isLast?: true,
): number {
  const elements = document.querySelectorAll<HTMLElement>('passport-login')
  for (const element of elements) {
    const attribute = (name: string): string => element.getAttribute(name) ?? ''
    const tag = element.closest<HTMLElement>('[lang]')?.lang || navigator.language
    const primary = tag.toLowerCase().split(/[-_]/)[0] as Language
    const language = primary in load ? primary : 'en'
    const isOther =
      !isLast &&
      !/^(login)?,((passkey )?password code)?,(inline)?$/.test(
        String(['view', 'methods', 'presentation'].map(attribute)),
      )
    // As the class does, see `custom-element.ts`: the page may hydrate before it is defined.
    Object.defineProperty(element, 'firstChild', { value: null })
    // Loaded even when nothing is drawn, in parallel with the main file.
    const messages = load[language]()
    if (isOther || element.hasAttribute('pages') || element.querySelector('form')) continue
    const prefix = `pl${++count}`
    const draw = (common: typeof english): void => {
      // Only if something is drawn: server-rendered pages have the styles already.
      document.adoptedStyleSheets.push(sheet)
      element.replaceChildren(
        build(
          tree(
            language,
            common,
            prefix,
            // Empty means the page's own origin, as in a relative address.
            element.getAttribute('server') ?? origin,
            attribute('aid'),
            attribute('next'),
          ),
        ),
      )
    }
    if (language === 'en') draw(english)
    else
      void messages.then((loaded) => {
        // React may have rendered first.
        if (!element.querySelector('form')) draw(loaded.messages.common)
      })
  }
  return elements.length
}

function build([name, attributes, ...children]: Shell): Element {
  const element = document.createElement(name)
  for (const key in attributes) element.setAttribute(key, attributes[key] as string)
  // A part is named like its first class; the build omits the name here.
  if (attributes.class) element.dataset.part = attributes.class.replace(/^pl-| .*/g, '')
  element.append(...children.map((child) => (typeof child === 'string' ? child : build(child))))
  return element
}
