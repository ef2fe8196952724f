import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { Subtype } from '#protocol/captcha/subtypes.ts'
import type { Messages } from './messages/en.ts'
import { hintOf, modeViews } from './modes/mode-views.ts'
import type { ModeViewProps } from './modes/mode-views.ts'
import type { Session, SessionState } from './session.ts'
import { stateSentence } from './state-sentence.ts'
import { Ways } from './ways.tsx'

interface OverlayProps {
  session: Session
  messages: Messages
  /** Kind that the decision asks for: its room is kept while the picture is fetched. */
  kind: Subtype
}

/** What the live region says in each state. */
function sentence(state: SessionState, messages: Messages): string {
  switch (state.step) {
    case 'loading':
      return messages.loading
    case 'puzzle':
      return noteSentence(state, messages)
    case 'checking':
      return messages.checking
    case 'working':
    case 'mailed':
    case 'passed':
    case 'offline':
    case 'unreadable':
    case 'waiting':
    case 'ended':
      return stateSentence(state, messages)
  }
}

function noteSentence(
  { note, challenge }: Extract<SessionState, { step: 'puzzle' }>,
  messages: Messages,
): string {
  switch (note) {
    case 'wrong':
      return `${messages.wrong} ${messages.triesLeft(challenge.left)}`
    case 'fresh':
      return messages.fresh
    case 'expired':
      return messages.expired
    case 'none':
      return hintOf(challenge, messages)
  }
}

function toneOf(state: SessionState): 'plain' | 'wrong' | 'good' | 'bad' {
  switch (state.step) {
    case 'puzzle':
      return state.note === 'wrong' ? 'wrong' : 'plain'
    case 'passed':
      return 'good'
    case 'offline':
    case 'unreadable':
    case 'waiting':
    case 'ended':
      return 'bad'
    case 'loading':
    case 'checking':
    case 'working':
    case 'mailed':
      return 'plain'
  }
}

const Things = modeViews['3d']

function PuzzleView(props: ModeViewProps<Subtype>): ReactElement {
  const { challenge, ...rest } = props
  // Another picture is another view: nothing of the answer before is kept.
  const key = challenge.id
  switch (challenge.subtype) {
    case 'slide':
      return <modeViews.slide key={key} challenge={challenge} {...rest} />
    case 'text':
      return <modeViews.text key={key} challenge={challenge} {...rest} />
    case '3d':
      return <Things key={key} challenge={challenge} {...rest} />
    case 'whirl':
      return <modeViews.whirl key={key} challenge={challenge} {...rest} />
  }
}

function WorkView({ share, messages }: { share: number; messages: Messages }): ReactElement {
  const percent = Math.round(share * 100)
  return (
    <div className="work">
      <progress max={1} value={share} aria-label={messages.checking} />
      <span>{messages.workShare(percent)}</span>
    </div>
  )
}

/** The room of a picture that is on its way. */
function Awaited({ kind }: { kind: Subtype }): ReactElement {
  return (
    <div className="puzzle is-awaited" data-kind={kind} aria-hidden="true">
      <p className="task">&nbsp;</p>
      <div className="frame is-empty" />
      <div className="rail" />
    </div>
  )
}

/** What was focused may be gone with the state before: then focus goes to where work goes on. */
function useKeptFocus(box: RefObject<HTMLElement | null>, state: SessionState): void {
  const id = state.step === 'puzzle' ? state.challenge.id : state.step
  useEffect(() => {
    const tree = box.current?.getRootNode()
    if (!(tree instanceof ShadowRoot)) return
    if (tree.activeElement && tree.activeElement !== box.current) return
    const next = box.current?.querySelector<HTMLElement>('input:enabled, [role=application]')
    ;(next ?? box.current)?.focus()
  }, [box, id])
}

/** Goes on by itself when the network is back. */
function useReturn({ step }: SessionState, again: () => void): void {
  const isOffline = step === 'offline'
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOffline, again])
}

/** The inside of the dialog: one sentence that is read out, what there is to do, and the other ways. */
export function Overlay({ session, messages, kind }: OverlayProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state)
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, state)
  useReturn(state, session.again)
  return (
    <div className="check" ref={box} tabIndex={-1}>
      {(state.step === 'puzzle' || state.step === 'checking') && (
        <PuzzleView
          challenge={state.challenge}
          isBusy={state.step === 'checking'}
          session={session}
          messages={messages}
        />
      )}
      {state.step === 'loading' && <Awaited kind={kind} />}
      {state.step === 'working' && <WorkView share={state.share} messages={messages} />}
      {state.step === 'mailed' && <div className="letter" aria-hidden="true" />}
      {state.step === 'passed' && <div className="tick" aria-hidden="true" />}
      <output className="status" data-tone={toneOf(state)}>
        {sentence(state, messages)}
      </output>
      {/* Outside the live region: a count that is read out every second drowns everything else. */}
      {state.step === 'waiting' && (
        <p className="count" role="timer">
          {messages.waitLeft(state.seconds)}
        </p>
      )}
      <Ways state={state} session={session} messages={messages} />
    </div>
  )
}
