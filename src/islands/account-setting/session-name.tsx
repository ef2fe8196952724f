import { useEffect, useId, useRef, type ReactElement, type SubmitEvent } from 'react'
import type { Session } from '../../../widget/src/client/calls/sessions.ts'
import { useAccountPage } from './context.ts'
import { useAction } from './use-action.ts'

const MAX_LENGTH = 64

/** Asks for the name of a device, in place of its line. */
export function SessionName(props: { session: Session; onEnd: () => void }): ReactElement {
  const { sessions, messages } = useAccountPage()
  const action = useAction()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const t = messages.sessions
  useEffect(() => input.current?.select(), [])

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    if (await action.run(() => sessions.rename(props.session, name), t.named)) props.onEnd()
  }

  return (
    <form className="session-name" onSubmit={(event) => void save(event)}>
      <label htmlFor={id}>{t.name}</label>
      <input
        ref={input}
        id={id}
        name="name"
        maxLength={MAX_LENGTH}
        autoComplete="off"
        defaultValue={props.session.name}
        aria-describedby={`${id}-hint`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onEnd()
        }}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {t.nameHint}
      </p>
      <p className="buttons">
        <button className="button small" aria-disabled={action.isRunning}>
          {t.save}
        </button>
        <button type="button" className="button small quiet" onClick={props.onEnd}>
          {t.cancel}
        </button>
      </p>
    </form>
  )
}
