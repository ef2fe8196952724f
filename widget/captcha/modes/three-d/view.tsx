import { useId } from 'react'
import type { ReactElement } from 'react'
import { Board } from '../board.tsx'
import type { ModeViewProps } from '../mode-views.ts'
import { taskOf } from '../task.ts'

/** Things on a table, of which one is named, or two are alike. */
export function ThreeDView(props: ModeViewProps<'3d'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts } = challenge
  const id = useId()
  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {taskOf(challenge, messages)}
        <span className="unseen">{messages.stop}</span>
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
