import type { ReactElement } from 'react'

interface Props {
  isRunning: boolean
  text: string
  runningText: string
}

/** A button that stays focusable while its form is being sent. */
export function SubmitButton({ isRunning, text, runningText }: Props): ReactElement {
  return (
    <button className="button" aria-disabled={isRunning}>
      {isRunning ? runningText : text}
    </button>
  )
}
