import themeCss from '../../protocol/theme.css'
import type { CaptchaConfig } from './config.ts'
import { buildFrame, languageOf } from './frame.ts'
import type { Messages } from './messages/messages.ts'
import { presentationOf } from './presentation.ts'
import css from './styles/surface.css'

/** Position of a captcha in the page. */
export interface Place {
  /** Element whose tokens and colour scheme it uses. */
  opener: Element
  /** Container of the captcha; without one it follows the opener. */
  inside: Element | undefined
}

/** Custom properties that a host may have set on the element, which stands elsewhere in the page. */
const properties = themeCss.match(/--passport-[\w-]+/g) ?? []

/** Copies the tokens and colour scheme of an element to a host elsewhere and its content. */
export function copyTheme(
  host: HTMLElement,
  inner: HTMLElement,
  opener: Element,
  theme: 'auto' | 'light' | 'dark',
): void {
  const style = getComputedStyle(opener)
  for (const property of properties) {
    const value = style.getPropertyValue(property)
    if (value !== '') host.style.setProperty(property, value)
  }
  const inherited = style.colorScheme === 'normal' ? 'light dark' : style.colorScheme
  // Not on the host, whose properties the sheet resets.
  inner.style.colorScheme = theme === 'auto' ? inherited : theme
}

/** Puts the theme and a style sheet of ours into a shadow root, past any policy about inline styles. */
export function adopt(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss + text)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** The element that has the focus, also where it is inside shadow roots. */
function focused(): Element | null {
  let { activeElement } = document
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot)
  return activeElement
}

/** The shadow roots around a node, and its document: none of them sees what moves outside of it. */
function rootsOf(node: Node): Node[] {
  const root = node.getRootNode()
  return root instanceof ShadowRoot ? [root, ...rootsOf(root.host)] : [root]
}

/** Shows a dialog modally, and again where the page moves what it stands in, which ends that. */
function showModal(dialog: HTMLDialogElement): () => void {
  const observer = new MutationObserver(() => {
    if (dialog.isConnected && !dialog.matches(':modal')) show()
  })
  function show(): void {
    dialog.open = false
    dialog.showModal()
    for (const root of rootsOf(dialog)) observer.observe(root, { childList: true, subtree: true })
  }
  show()
  return () => observer.disconnect()
}

/**
 * Opens the surface of a captcha: a modal dialog, or a section within the page. Its shadow root keeps
 * the page's style sheets out. It stands where its opener is: a popover of the page around that would
 * close, and so would a dialog that closes by clicks outside of it.
 */
export function openSurface(
  config: CaptchaConfig,
  messages: Messages,
  place: Place,
  onClose: () => void,
) {
  const before = focused()
  const presentation = presentationOf(config)
  const host = document.createElement('div')
  host.dataset.passportCaptcha = config.region
  host.dataset.presentation = presentation
  const root = host.attachShadow({ mode: 'open' })
  adopt(root, css)
  const { frame, heading, close, container } = buildFrame(
    languageOf(config),
    messages,
    presentation,
  )
  root.append(frame)
  copyTheme(host, frame, place.opener, config.captchaOptions.theme ?? 'auto')
  close.addEventListener('click', onClose)
  // A drawer of the page would be dragged in place of the puzzle.
  for (const name of ['pointerdown', 'touchstart'])
    host.addEventListener(name, (event) => event.stopPropagation())
  const { opener, inside } = place
  // An element may have left the page, or be in another document, which cannot share style sheets.
  if (!opener.isConnected || opener.ownerDocument !== document) document.body.append(host)
  else if (inside) inside.append(host)
  else opener.after(host)

  let stopShowing = (): void => undefined
  if (frame instanceof HTMLDialogElement) {
    // Escape must not close the dialog by itself: the captcha is told, and closes it.
    frame.addEventListener('cancel', (event) => {
      event.preventDefault()
      onClose()
    })
    // Browsers let a second Escape close without asking.
    frame.addEventListener('close', onClose)
    stopShowing = showModal(frame)
  } else {
    frame.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      // Or a dialog of the page around it would close as well.
      event.preventDefault()
      event.stopPropagation()
      onClose()
    })
    // All of it, not only the heading that gets the focus.
    frame.scrollIntoView({ block: 'nearest' })
  }
  heading.focus({ preventScroll: true })

  return {
    container,
    /** Takes it away, and gives the focus back to where it was. */
    remove() {
      stopShowing()
      frame.removeEventListener('close', onClose)
      const hadFocus = frame.contains(focused()) || document.activeElement === document.body
      if (frame instanceof HTMLDialogElement && frame.open) frame.close()
      host.remove()
      // It leaves the page at once, so the browser may not give the focus back itself. Somebody who
      // went elsewhere in the page meanwhile stays there.
      if (!hadFocus) return
      // Some browsers do not focus a button that is clicked: then the opener gets the focus.
      const wasNowhere = before === null || before === document.body || !before.isConnected
      const back = wasNowhere ? place.opener : before
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
