import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { Messages } from './messages/messages.ts'
import type { Session, SessionState, CaptchaMethod } from './session.ts'

interface OtherMethodsProps {
  state: SessionState
  session: Session
  messages: Messages
}

/** Methods that are put under “Use another way”. */
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

/** Every method that needs no picture, with what it asks of the person. */
function Choices(props: {
  methods: readonly Choice[]
  messages: Messages
  onChoose: (method: Choice) => void
}): ReactElement {
  const { methods, messages, onChoose } = props
  const list = useRef<HTMLUListElement>(null)
  // On a small screen it opens below what is seen.
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

/** What else there is to do in a state: another picture, another method, once more, or to leave. */
export function OtherMethods({ state, session, messages }: OtherMethodsProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const methods = session.methods()
  const choices = methods.filter((method) => method !== 'visual')

  function choose(method: Choice): void {
    setOpen(false)
    switch (method) {
      case 'pow':
        return session.work()
      case 'email':
        return session.mail()
    }
  }

  // Computing alone needs no list to choose from. Mails are sent from the list only: of two quick
  // presses the first may have begun to compute, which leaves a mail as the only other method.
  const isList = choices.length > 1 || choices.includes('email')
  const other = choices.length > 0 && (
    <LinkButton
      text={messages.otherWay}
      {...(isList ? { isOpen } : {})}
      onClick={() => (isList ? setOpen(!isOpen) : choices[0] && choose(choices[0]))}
    />
  )
  const list = isOpen && isList && (
    <Choices methods={choices} messages={messages} onChoose={choose} />
  )
  const again = (
    <button type="button" className="main" onClick={session.again}>
      {messages.retry}
    </button>
  )
  const picture = methods.includes('visual') && (
    <LinkButton text={messages.puzzleWay} onClick={session.picture} />
  )

  switch (state.step) {
    // While a picture is on its way too: who knows how long that takes.
    case 'loading':
    case 'puzzle': {
      const isSpent = state.step === 'puzzle' && state.challenge.refreshes === 0
      return (
        <>
          <div className="ways">
            <LinkButton
              text={isSpent ? messages.noRefresh : messages.refresh}
              isOff={isSpent || state.step === 'loading'}
              onClick={session.refresh}
            />
            {other}
          </div>
          {list}
        </>
      )
    }
    case 'checking':
      return <Rest messages={messages} />
    case 'passed':
      return state.challenge ? <Rest messages={messages} /> : null
    case 'offline':
    case 'unreadable':
      return (
        <>
          {again}
          <div className="ways">
            {picture}
            {other}
          </div>
          {list}
        </>
      )
    case 'working':
    case 'waiting':
      return (
        <>
          <div className="ways">
            {picture}
            {other}
          </div>
          {list}
        </>
      )
    case 'mailed':
      return (
        <div className="ways">
          {picture}
          <LinkButton text={messages.mailAgain} isOff={state.to === ''} onClick={session.mail} />
          {choices.includes('pow') && (
            <LinkButton text={messages.otherWay} onClick={session.work} />
          )}
        </div>
      )
    case 'ended':
      return (
        <button type="button" className="main" onClick={session.close}>
          {messages.close}
        </button>
      )
  }
}

/** The row under a puzzle, kept in place so that nothing jumps; there is nothing to choose. */
function Rest({ messages }: { messages: Messages }): ReactElement {
  const nothing = (): void => undefined
  return (
    <div className="ways">
      <LinkButton text={messages.refresh} isOff onClick={nothing} />
      <LinkButton text={messages.otherWay} isOff onClick={nothing} />
    </div>
  )
}
