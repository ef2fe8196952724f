import { useId, useRef } from 'react'
import type { ReactElement } from 'react'
import { Board } from '../board.tsx'
import type { Mode, ModeViewProps } from '../mode.ts'
import { usePaint } from '../use-paint.ts'

/** Shows characters to find in a picture and to mark in order. */
function TextView(props: ModeViewProps<'text'>): ReactElement {
  const { challenge, session, messages } = props
  const { geom, parts } = challenge
  const prompt = useRef<HTMLCanvasElement>(null)
  const isDrawn = usePaint(prompt, parts.prompt, session)
  const id = useId()
  return (
    <div className="puzzle">
      <div className="task">
        <p id={`${id}-task`}>
          {messages.textTask}
          <span className="unseen">{messages.sentenceEnd}</span>
        </p>
        <div className="prompt" dir="ltr" data-drawn={isDrawn}>
          <canvas
            ref={prompt}
            width={geom.prompt.w}
            height={geom.prompt.h}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
            role="img"
            aria-label={messages.textPrompt}
          />
        </div>
      </div>
      <Board {...props} label={messages.textPicture} describedBy={`${id}-task`} />
    </div>
  )
}

/** The mode of the kind `text`. */
export const text: Mode<'text'> = {
  View: TextView,
  task: (_challenge, messages) => messages.textTask,
  hint: (_challenge, messages) => messages.textHint,
}
