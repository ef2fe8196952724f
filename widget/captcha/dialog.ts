import { toLanguage } from '#protocol/common-params.ts'
import type { CaptchaConfig } from './config.ts'
import type { Messages } from './messages/en.ts'
import css from './styles/dialog.css'

/** The dialog around a check. */
export interface Dialog {
  /** Where the check is drawn. */
  readonly container: HTMLElement
  /** Closes it, and gives the focus back to where it was. */
  remove(): void
}

/** Tokens a host may have set on the element, which stands elsewhere in the page. */
const tokens = [
  'bg',
  'surface',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-strong',
  'accent-ink',
  'accent-soft',
  'danger',
  'danger-soft',
  'ok',
  'ok-soft',
  'shadow',
  'radius',
  'radius-small',
  'font',
  'font-ja',
]

const rightToLeft = /^(ar|fa|he|ur)\b/

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

function wear(
  host: HTMLElement,
  dialog: HTMLElement,
  opener: Element,
  config: CaptchaConfig,
): void {
  const style = getComputedStyle(opener)
  for (const token of tokens) {
    const value = style.getPropertyValue(`--passport-${token}`)
    if (value !== '') host.style.setProperty(`--passport-${token}`, value)
  }
  const { theme = 'auto' } = config.captchaOptions
  const inherited = style.colorScheme === 'normal' ? 'light dark' : style.colorScheme
  dialog.style.colorScheme = theme === 'auto' ? inherited : theme
}

function build(config: CaptchaConfig, messages: Messages) {
  // A page that brings its own words may bring a language that we do not speak.
  const lang = config.captchaOptions.messages ? config.language : toLanguage(config.language)
  const dialog = element('dialog', { lang, dir: rightToLeft.test(lang) ? 'rtl' : 'ltr' })
  dialog.dataset.presentation = config.captchaSideSlide ? 'side' : 'mask'
  const heading = element('h2', { id: 'title', textContent: messages.title, tabIndex: -1 })
  const purpose = element('p', { id: 'purpose', textContent: messages.purpose })
  const close = element('button', { type: 'button', className: 'close' })
  const container = element('div', { className: 'body' })
  const header = element('header', {})
  close.setAttribute('aria-label', messages.close)
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.setAttribute('aria-describedby', purpose.id)
  header.append(heading, close)
  dialog.append(header, container, purpose)
  return { dialog, heading, close, container }
}

/**
 * Opens a modal dialog at the end of the page, outside the tree of whoever asked: it survives their
 * re-rendering, and its shadow root keeps the page's style sheets out.
 */
export function openDialog(
  config: CaptchaConfig,
  messages: Messages,
  opener: Element | undefined,
  onClose: () => void,
): Dialog {
  const before = document.activeElement
  const host = element('div', {})
  host.dataset.passportCaptcha = config.region
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]

  const { dialog, heading, close, container } = build(config, messages)
  root.append(dialog)
  wear(host, dialog, opener ?? document.documentElement, config)
  close.addEventListener('click', onClose)
  // Escape: first the check is told, then it takes the dialog away.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onClose()
  })
  // Browsers let a second Escape close without asking.
  dialog.addEventListener('close', onClose)
  document.body.append(host)
  dialog.showModal()
  heading.focus()

  return {
    container,
    remove() {
      dialog.removeEventListener('close', onClose)
      if (dialog.open) dialog.close()
      host.remove()
      // The dialog leaves the page at once, so the browser may not give the focus back itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
  }
}
