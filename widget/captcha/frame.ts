import { toLanguage } from '#protocol/languages.ts'
import type { CaptchaConfig } from './config.ts'
import type { Messages } from './messages/messages.ts'
import type { Presentation } from './presentation.ts'
import { CAPTCHA_VERSION } from './version.ts'

/** Frame around a puzzle: heading, close button and container. */
export interface Frame {
  readonly frame: HTMLElement
  readonly heading: HTMLElement
  readonly close: HTMLButtonElement
  /** Container of the captcha. */
  readonly container: HTMLElement
}

const rightToLeft = /^(ar|fa|he|ur)\b/

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

/** Returns the language of a captcha. */
export function languageOf({ captchaOptions, language }: CaptchaConfig): string {
  // A page with its own messages may use a language that we do not support.
  return captchaOptions.messages ? language : toLanguage(language)
}

/** Builds a modal dialog, or a section for an inline captcha. */
export function buildFrame(lang: string, messages: Messages, presentation: Presentation): Frame {
  const frame = element(presentation === 'inline' ? 'section' : 'dialog', {
    lang,
    dir: rightToLeft.test(lang) ? 'rtl' : 'ltr',
    className: 'sheet',
  })
  frame.dataset.presentation = presentation
  // For bug reports.
  frame.dataset.version = CAPTCHA_VERSION
  const heading = element('h2', { id: 'title', textContent: messages.title, tabIndex: -1 })
  const purpose = element('p', { id: 'purpose', textContent: messages.purpose })
  const close = element('button', { type: 'button', className: 'close' })
  const container = element('div', { className: 'body' })
  const header = element('div', { className: 'head' })
  close.setAttribute('aria-label', messages.close)
  frame.setAttribute('aria-labelledby', heading.id)
  frame.setAttribute('aria-describedby', purpose.id)
  header.append(heading, close)
  frame.append(header, container, purpose)
  return { frame, heading, close, container }
}
