import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { Messages } from './messages/en.ts'
import { modeViews } from './modes/mode-views.ts'
import type { PuzzleChallenge, Session, SessionState } from './session.ts'
import { stateSentence } from './state-sentence.ts'

interface OverlayProps {
  session: Session
  messages: Messages
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
    case 'none':
      return messages.slideHint
  }
}

function PuzzleView(props: {
  challenge: PuzzleChallenge
  isBusy: boolean
  session: Session
  messages: Messages
}): ReactElement {
  const { challenge } = props
  const View = modeViews[challenge.subtype]
  // Another picture is another view: nothing of the answer before is kept.
  return <View key={challenge.id} {...props} challenge={challenge} />
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

function Ways({ state, session, messages }: OverlayProps & { state: SessionState }): ReactElement {
  const isPuzzle = state.step === 'puzzle' || state.step === 'checking'
  return (
    <div className="ways">
      {state.step === 'puzzle' && (
        <button
          type="button"
          className="link"
          disabled={state.challenge.refreshes === 0}
          onClick={session.refresh}
        >
          {state.challenge.refreshes === 0 ? messages.noRefresh : messages.refresh}
        </button>
      )}
      {state.step === 'unreadable' && (
        <button type="button" className="link" onClick={session.start}>
          {messages.retry}
        </button>
      )}
      {(isPuzzle || state.step === 'unreadable') && session.canWork && (
        <button type="button" className="link" onClick={session.work}>
          {messages.otherWay}
        </button>
      )}
      {state.step === 'working' && (
        <button type="button" className="link" onClick={session.start}>
          {messages.puzzleWay}
        </button>
      )}
      {state.step === 'offline' && (
        <button type="button" className="main" onClick={session.start}>
          {messages.retry}
        </button>
      )}
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
    const next = box.current?.querySelector<HTMLElement>('input:enabled') ?? box.current
    next?.focus()
  }, [box, id])
}

/** The inside of the dialog: one sentence that is read out, what there is to do, and the other ways. */
export function Overlay({ session, messages }: OverlayProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state)
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, state)
  const tone =
    state.step === 'puzzle' && state.note === 'wrong'
      ? 'wrong'
      : state.step === 'passed'
        ? 'good'
        : state.step === 'offline' || state.step === 'unreadable' || state.step === 'ended'
          ? 'bad'
          : 'plain'
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
      {state.step === 'loading' && <div className="frame is-empty" aria-hidden="true" />}
      {state.step === 'working' && <WorkView share={state.share} messages={messages} />}
      {state.step === 'passed' && <div className="tick" aria-hidden="true" />}
      <output className="status" data-tone={tone}>
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
