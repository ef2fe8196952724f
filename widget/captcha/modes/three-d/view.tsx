import { useId } from 'react'
import type { ReactElement } from 'react'
import { Board } from '../board.tsx'
import type { Mode, ModeViewProps } from '../mode.ts'

/** Things on a table, of which one is named, or two are alike. */
function ThreeDView(props: ModeViewProps<'3d'>): ReactElement {
  const { challenge, messages } = props
  const id = useId()
  return (
    <div className="puzzle">
      <p className="task" id={`${id}-task`}>
        {threeD.task(challenge, messages)}
        <span className="unseen">{messages.sentenceEnd}</span>
      </p>
      <Board {...props} label={messages.thingPicture} describedBy={`${id}-task`} />
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
