import { useState } from 'react'
import type { ReactElement } from 'react'
import type { Messages } from './messages/en.ts'
import type { OtherWay, Session, SessionState } from './session.ts'

interface WaysProps {
  state: SessionState
  session: Session
  messages: Messages
}

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

/** Every way that needs no picture, with what it asks of the person. */
function OtherWays(props: {
  ways: readonly OtherWay[]
  messages: Messages
  onChoose: (way: OtherWay) => void
}): ReactElement {
  const { ways, messages, onChoose } = props
  const words = {
    pow: [messages.workWay, messages.workWayHint],
    email: [messages.mailWay, messages.mailWayHint],
  } satisfies Record<OtherWay, [name: string, hint: string]>
  return (
    <ul className="choices" aria-label={messages.ways}>
      {ways.map((way) => (
        <li key={way}>
          <button type="button" className="choice" onClick={() => onChoose(way)}>
            <span>{words[way][0]}</span>
            <small>{words[way][1]}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What else there is to do in a state: another picture, another way, or once more. */
export function Ways({ state, session, messages }: WaysProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const ways = session.ways()

  function choose(way: OtherWay): void {
    setOpen(false)
    switch (way) {
      case 'pow':
        return session.work()
      case 'email':
        return session.mail()
    }
  }

  // A lone way needs no list to choose from.
  const other = ways.length > 0 && (
    <LinkButton
      text={messages.otherWay}
      {...(ways.length > 1 ? { isOpen } : {})}
      onClick={() => (ways.length > 1 ? setOpen(!isOpen) : ways[0] && choose(ways[0]))}
    />
  )
  const list = isOpen && ways.length > 1 && (
    <OtherWays ways={ways} messages={messages} onChoose={choose} />
  )
  const again = (
    <button type="button" className="main" onClick={session.again}>
      {messages.retry}
    </button>
  )
  const picture = <LinkButton text={messages.puzzleWay} onClick={session.start} />

  switch (state.step) {
    case 'puzzle':
      return (
        <>
          <div className="ways">
            <LinkButton
              text={state.challenge.refreshes === 0 ? messages.noRefresh : messages.refresh}
              isOff={state.challenge.refreshes === 0}
              onClick={session.refresh}
            />
            {other}
          </div>
          {list}
        </>
      )
    case 'checking':
      // Kept in place, so that nothing jumps; there is nothing to choose meanwhile.
      return (
        <div className="ways">
          <LinkButton text={messages.refresh} isOff onClick={session.refresh} />
          <LinkButton text={messages.otherWay} isOff onClick={session.work} />
        </div>
      )
    case 'unreadable':
      return (
        <>
          {again}
          <div className="ways">{other}</div>
          {list}
        </>
      )
    case 'offline':
      return again
    case 'working':
      return state.isAsked ? <div className="ways">{picture}</div> : null
    case 'mailed':
      return (
        <div className="ways">
          {picture}
          <LinkButton text={messages.mailAgain} isOff={state.to === ''} onClick={session.mail} />
        </div>
      )
    case 'loading':
    case 'passed':
    case 'waiting':
    case 'ended':
      return null
  }
}
