import { useId } from 'react'
import type { ReactElement } from 'react'
import { Board } from '../board.tsx'
import type { Mode, ModeViewProps } from '../mode.ts'

/** Things on a table, of which one is named, or two are alike. */
function ThreeDView(props: ModeViewProps<'3d'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts } = challenge
  const id = useId()
  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {threeD.task(challenge, messages)}
        <span className="unseen">{messages.sentenceEnd}</span>
      </p>
      <Board
        ground={geom}
        part={parts.bg}
        label={messages.thingPicture}
        describedBy={`${id}-task`}
        isBusy={isBusy}
        session={session}
        messages={messages}
      />
    </div>
  )
}

/** The mode of the kind `3d`. */
export const threeD: Mode<'3d'> = {
  View: ThreeDView,
  task: ({ variant, ask }, messages) =>
    variant === 'pair' ? messages.pairTask : messages.thingTask(ask),
  hint: ({ variant }, messages) => (variant === 'pair' ? messages.pairHint : messages.thingHint),
}
