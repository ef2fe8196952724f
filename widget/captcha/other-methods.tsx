import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { Messages } from './messages/messages.ts'
import type { Session } from './session.ts'
import type { SessionState, CaptchaMethod } from './session-state.ts'

interface OtherMethodsProps {
  state: SessionState
  session: Session
  messages: Messages
}

/** Methods in the list under “Use another way”. */
type Choice = Exclude<CaptchaMethod, 'visual'>

function LinkButton(props: {
  text: string
  isOff?: boolean
  isOpen?: boolean
  onClick: () => void
}): ReactElement {
  return (
    <button
      type="button"
      className="link"
      disabled={props.isOff}
      aria-expanded={props.isOpen}
      onClick={props.onClick}
    >
      {props.text}
    </button>
  )
}

/** List of the methods without a picture, each with a hint. */
function Choices(props: {
  methods: readonly Choice[]
  messages: Messages
  onChoose: (method: Choice) => void
}): ReactElement {
  const { methods, messages, onChoose } = props
  const list = useRef<HTMLUListElement>(null)
  // On a small screen the list opens below the visible part.
  useEffect(() => {
    // Answers a promise in newer browsers, which an effect must not.
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const labels = {
    pow: [messages.workWay, messages.workWayHint],
    email: [messages.mailWay, messages.mailWayHint],
  } satisfies Record<Choice, [name: string, hint: string]>
  return (
    <ul className="choices" ref={list} aria-label={messages.ways}>
      {methods.map((method) => (
        <li key={method}>
          <button type="button" className="choice" onClick={() => onChoose(method)}>
            <span>{labels[method][0]}</span>
            <small>{labels[method][1]}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Steps that show a puzzle or keep its place. */
const puzzleSteps: ReadonlySet<SessionState['step']> = new Set([
  'loading',
  'puzzle',
  'checking',
  'passed',
])

/** Buttons below the puzzle or the message of a state, shared by all states. */
export function OtherMethods({ state, session, messages }: OtherMethodsProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const { step } = state
  if (step === 'passed' && !state.challenge) return null
  if (step === 'ended') return <MainButton text={messages.close} onClick={session.close} />

  const methods = session.methods()
  const choices = methods.filter((method) => method !== 'visual')
  const hasPuzzle = puzzleSteps.has(step)
  // The buttons keep their place while an answer is verified, so that nothing moves.
  const isIdle = step === 'checking' || step === 'passed'
  const isSpent = step === 'puzzle' && state.challenge.refreshes === 0
  // Computing alone needs no list. A mail is sent from the list only: of two quick presses the first
  // may have begun to compute, which leaves a mail as the only other method.
  const isList = step !== 'mailed' && (choices.length > 1 || choices.includes('email'))
  const canChange = step === 'mailed' ? choices.includes('pow') : choices.length > 0
  const isListOpen = isList && isOpen && !isIdle

  function choose(method: Choice): void {
    setOpen(false)
    if (method === 'pow') session.work()
    else session.mail()
  }

  return (
    <>
      {(step === 'offline' || step === 'unreadable') && (
        <MainButton text={messages.retry} onClick={session.again} />
      )}
      <div className="ways">
        {hasPuzzle && (
          <LinkButton
            text={isSpent ? messages.noRefresh : messages.refresh}
            isOff={isSpent || step !== 'puzzle'}
            onClick={session.refresh}
          />
        )}
        {!hasPuzzle && methods.includes('visual') && (
          <LinkButton text={messages.puzzleWay} onClick={session.picture} />
        )}
        {step === 'mailed' && (
          <LinkButton text={messages.mailAgain} isOff={state.to === ''} onClick={session.mail} />
        )}
        {canChange && (
          <LinkButton
            text={messages.otherWay}
            isOff={isIdle}
            {...(isList && !isIdle ? { isOpen } : {})}
            onClick={() => (isList ? setOpen(!isOpen) : choose('pow'))}
          />
        )}
      </div>
      {isListOpen && <Choices methods={choices} messages={messages} onChoose={choose} />}
    </>
  )
}

function MainButton(props: { text: string; onClick: () => void }): ReactElement {
  return (
    <button type="button" className="main" onClick={props.onClick}>
      {props.text}
    </button>
  )
}
