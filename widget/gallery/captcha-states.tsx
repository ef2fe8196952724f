import { useEffect, useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Language } from '#protocol/languages.ts'
import { buildFrame } from '../captcha/frame.ts'
import type { Messages } from '../captcha/messages/messages.ts'
import { commonStates, puzzleStates } from './states/captcha.ts'
import { Overlay } from '../captcha/overlay.tsx'
import type { Presentation } from '../captcha/presentation.ts'
import type { Session } from '../captcha/session.ts'
import type { PuzzleChallenge, SessionState } from '../captcha/session-state.ts'
import { fixtureSession } from './states/fixture-session.ts'
import captchaCss from '../captcha/styles/captcha.css'
import momentsCss from '../captcha/styles/moments.css'
import puzzlesCss from '../captcha/styles/puzzles.css'
import surfaceCss from '../captcha/styles/surface.css'

/** One drawn puzzle of each kind by language, from the server's own generator. */
export type Samples = Record<Language, Record<KindName | 'pair', PuzzleChallenge>>

/** Language, theme and direction of the states. */
export interface Look {
  language: Language
  messages: Messages
  theme: string
  direction: 'ltr' | 'rtl'
  /** Makes all states inert, since each would take the focus from the others. */
  isInert: boolean
}

/** Every state of the captcha, by kind and name, each in a shadow root as on a page. */
export function captchaStates(samples: Samples, look: Look): Record<string, ReactNode> {
  const named: [name: string, kind: KindName, state: SessionState][] = [
    ...Object.entries(samples[look.language]).flatMap(([name, sample]) =>
      Object.entries(puzzleStates(sample)).map(
        ([state, value]): [string, KindName, SessionState] => [
          `${name} ${state}`,
          sample.subtype,
          value,
        ],
      ),
    ),
    ...Object.entries(commonStates).map(([name, value]): [string, KindName, SessionState] => [
      name,
      'slide',
      value,
    ]),
  ]
  return Object.fromEntries(
    named.map(([name, kind, state]) => [
      name,
      <div key={name} inert={look.isInert}>
        <CaptchaPreview session={fixtureSession(state)} kind={kind} look={look} />
      </div>,
    ]),
  )
}

// The address may ask for the others: `?show=side`, `?show=inline`.
const requested = new URLSearchParams(location.search).get('show')
const presentation: Presentation =
  requested === 'side' || requested === 'inline' ? requested : 'mask'

/** A captcha as its dialog shows it, for any session. */
export function CaptchaPreview(props: { session: Session; kind: KindName; look: Look }): ReactNode {
  const { session, kind, look } = props
  const { language, messages, theme, direction } = look
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [
      surfaceCss,
      captchaCss,
      puzzlesCss,
      momentsCss,
      'dialog { position: static; max-width: calc(100vw - 40px) }',
    ].map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    const { frame, container } = buildFrame(language, messages, presentation)
    frame.dir = direction
    frame.toggleAttribute('open', frame instanceof HTMLDialogElement)
    if (theme !== 'auto') frame.style.colorScheme = theme
    root.replaceChildren(frame)
    const drawing = createRoot(container)
    drawing.render(<Overlay session={session} messages={messages} kind={kind} />)
    return () => drawing.unmount()
  }, [session, kind, language, messages, theme, direction])
  return <div ref={host} />
}
