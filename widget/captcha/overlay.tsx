import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Messages } from './messages/messages.ts'
import type { ModeViewProps } from './modes/mode.ts'
import { modeOf } from './modes/modes.ts'
import type { Session } from './session.ts'
import type { PuzzleChallenge, SessionState } from './session-state.ts'
import { stateSentence } from './state-sentence.ts'
import { OtherMethods } from './other-methods.tsx'

interface OverlayProps {
  session: Session
  messages: Messages
  /** Kind of the decision, whose place is kept while the picture is fetched. */
  kind: KindName
}

/** Returns the text of the live region. */
function sentence(state: SessionState, messages: Messages): string {
  if (state.step === 'loading') return messages.loading
  if (state.step === 'checking') return messages.checking
  return state.step === 'puzzle' ? pictureSentence(state, messages) : stateSentence(state, messages)
}

function pictureSentence(
  { reason, challenge }: Extract<SessionState, { step: 'puzzle' }>,
  messages: Messages,
): string {
  switch (reason) {
    case 'wrong':
      return messages.twoSentences(messages.wrong, messages.triesLeft(challenge.left))
    case 'refreshed':
      return messages.refreshed
    case 'expired':
      return messages.expired
    case 'none':
      return modeOf(challenge).hint(challenge, messages)
  }
}

function toneOf(state: SessionState): 'plain' | 'wrong' | 'good' {
  if (state.step === 'puzzle' && state.reason === 'wrong') return 'wrong'
  return state.step === 'passed' ? 'good' : 'plain'
}

function PuzzleView(props: ModeViewProps<KindName>): ReactElement {
  const { View } = modeOf(props.challenge)
  // A new picture starts with an empty answer.
  return <View key={props.challenge.id} {...props} />
}

/** Ring that fills while the proof of work is computed. */
function WorkProgress({ share, messages }: { share: number; messages: Messages }): ReactElement {
  const ring = useRef<HTMLDivElement>(null)
  const percent = Math.round(share * 100)
  useEffect(() => {
    ring.current?.style.setProperty('--share', `${percent}%`)
  }, [percent])
  return (
    <div className="sign is-ring" ref={ring}>
      <progress className="unseen" max={100} value={percent} aria-label={messages.checking} />
      <span aria-hidden="true">{messages.workShare(percent)}</span>
    </div>
  )
}

/** Icon or progress of a state without a puzzle. */
function StateIcon({ state, messages }: { state: SessionState; messages: Messages }): ReactElement {
  switch (state.step) {
    case 'working':
      return <WorkProgress share={state.share} messages={messages} />
    case 'waiting':
      // Outside the live region: a count that is read out every second drowns everything else.
      return (
        <p className="sign is-ring" role="timer">
          {messages.waitLeft(state.seconds)}
        </p>
      )
    case 'mailed':
    case 'passed':
      return <div className={`sign is-${state.step}`} aria-hidden="true" />
    case 'loading':
    case 'puzzle':
    case 'checking':
    case 'offline':
    case 'unreadable':
    case 'ended':
      return <div className="sign is-trouble" aria-hidden="true" />
  }
}

/** Keeps the place of a picture while it is fetched. */
function PicturePlaceholder({ kind }: { kind: KindName }): ReactElement {
  const isBoard = kind === 'text' || kind === '3d'
  return (
    <div className="puzzle is-awaited" data-kind={kind} aria-hidden="true">
      <p className="task" />
      {kind === 'text' && <div className="prompt" />}
      <div className="frame" />
      {!isBoard && <div className="rail" />}
      <div className="main" />
    </div>
  )
}

/** Returns the puzzle to show, also while its answer is verified and once it is passed. */
function puzzleOf(state: SessionState): PuzzleChallenge | undefined {
  switch (state.step) {
    case 'puzzle':
    case 'checking':
    case 'passed':
      return state.challenge
    case 'loading':
    case 'working':
    case 'mailed':
    case 'offline':
    case 'unreadable':
    case 'waiting':
    case 'ended':
      return undefined
  }
}

/** Moves the focus to the next control when the focused one disappears with its state. */
function useFocusAfterChange(box: RefObject<HTMLElement | null>, state: SessionState): void {
  const id = state.step === 'puzzle' ? state.challenge.id : state.step
  useEffect(() => {
    const tree = box.current?.getRootNode()
    if (!(tree instanceof ShadowRoot)) return
    const { activeElement: has } = tree
    // A disabled control loses the focus a moment later.
    if (has && has !== box.current && !has.matches(':disabled')) return
    const next = box.current?.querySelector<HTMLElement>('input:enabled, [role=application]')
    ;(next ?? box.current)?.focus()
  }, [box, id])
}

/** Tries again when the network is back. */
function useRetryWhenOnline({ step }: SessionState, again: () => void): void {
  const isOffline = step === 'offline'
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOffline, again])
}

/** Content of the dialog: a puzzle or an icon, one sentence, and the other methods. */
export function Overlay({ session, messages, kind }: OverlayProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state)
  const box = useRef<HTMLDivElement>(null)
  useFocusAfterChange(box, state)
  useRetryWhenOnline(state, session.again)
  const challenge = puzzleOf(state)
  const isCalm = !challenge && state.step !== 'loading'
  return (
    <div className="check" ref={box} tabIndex={-1} data-step={state.step} data-calm={isCalm}>
      {challenge && (
        <PuzzleView
          challenge={challenge}
          isBusy={state.step !== 'puzzle'}
          session={session}
          messages={messages}
        />
      )}
      {state.step === 'loading' && <PicturePlaceholder kind={kind} />}
      {isCalm && <StateIcon key={state.step} state={state} messages={messages} />}
      <output className="status" data-tone={toneOf(state)}>
        {sentence(state, messages)}
        {/* Visible above the picture; screen readers hear it with the new picture. */}
        {state.step === 'puzzle' && (
          <span className="unseen">{` ${modeOf(state.challenge).task(state.challenge, messages)}${messages.sentenceEnd}`}</span>
        )}
      </output>
      <OtherMethods state={state} session={session} messages={messages} />
    </div>
  )
}
