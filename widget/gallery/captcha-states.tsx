import { useEffect, useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '#protocol/common-params.ts'
import { messagesFor } from '../captcha/messages/messages.ts'
import { slideStates } from '../captcha/modes/slide/states.ts'
import { Overlay } from '../captcha/overlay.tsx'
import type { PuzzleChallenge, SessionState } from '../captcha/session.ts'
import { stillSession } from '../captcha/still-session.ts'
import captchaCss from '../captcha/styles/captcha.css'
import dialogCss from '../captcha/styles/dialog.css'

const WIDTH = 320
const HEIGHT = 160
const SIZE = 56
const TOP = 40

/** Every state of the captcha's dialog, each in a shadow root as on a page. */
export function captchaStates(language: Language, theme: string): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(slideStates(sample())).map(([name, state]) => [
      name,
      <Dialog key={name} state={state} language={language} theme={theme} />,
    ]),
  )
}

function Dialog(props: { state: SessionState; language: Language; theme: string }): ReactNode {
  const { state, language, theme } = props
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const messages = messagesFor(language)
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [dialogCss, captchaCss, 'dialog { position: static }'].map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    const dialog = document.createElement('dialog')
    dialog.open = true
    dialog.lang = language
    dialog.dataset.presentation = 'mask'
    if (theme !== 'auto') dialog.style.colorScheme = theme
    root.replaceChildren(dialog)
    const drawing = createRoot(dialog)
    drawing.render(
      <div className="body">
        <Overlay session={stillSession(state)} messages={messages} />
      </div>,
    )
    return () => drawing.unmount()
  }, [state, language, theme])
  // Inert, or the states would take the focus from each other.
  return <div ref={host} inert />
}

function sample(): PuzzleChallenge {
  const hill = (place: CanvasRenderingContext2D): void => {
    place.fillStyle = '#7d9b6a'
    place.ellipse(WIDTH * 0.6, HEIGHT, WIDTH / 2, HEIGHT / 2, 0, 0, Math.PI * 2)
    place.fill()
  }
  return {
    id: 'sample0123456789',
    subtype: 'slide',
    ttl_ms: 180_000,
    left: 3,
    refreshes: 5,
    alt: ['pow'],
    geom: { w: WIDTH, h: HEIGHT, size: SIZE, y: TOP },
    parts: {
      bg: picture(WIDTH, HEIGHT, '#c7ddec', hill),
      piece: picture(SIZE, SIZE, '#e9b872', () => undefined),
    },
  }
}

function picture(
  width: number,
  height: number,
  ground: string,
  draw: (place: CanvasRenderingContext2D) => void,
): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const place = canvas.getContext('2d')
  if (place) {
    place.fillStyle = ground
    place.fillRect(0, 0, width, height)
    draw(place)
  }
  return canvas.toDataURL('image/webp').split(',')[1] ?? ''
}
