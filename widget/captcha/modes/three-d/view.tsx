import { useId } from 'react'
import type { ReactElement } from 'react'
import { Board } from '../board.tsx'
import type { ModeViewProps } from '../mode-views.ts'

/** Things on a table, of which one is named, or two are alike. */
export function ThreeDView(props: ModeViewProps<'3d'>): ReactElement {
  const { challenge, isBusy, session, messages } = props
  const { geom, parts, variant, ask } = challenge
  const id = useId()
  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {variant === 'named' ? messages.thingTask(ask) : messages.pairTask}
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
