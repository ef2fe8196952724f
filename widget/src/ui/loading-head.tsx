import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Shown } from './flows/form-action.ts'
import { ActionError } from './form-error-notice.tsx'
import { Heading } from './heading.tsx'
import { partProps } from './part-props.ts'

/** Head of a screen that waits for a call, with its error and another try. */
export function LoadingHead(props: {
  flow: Shown & { load: () => unknown }
  title: string
  /** Shown until the call has failed. */
  text: string
  hasFocus: boolean
}): ReactNode {
  const { flow } = props
  const formError = useStore(flow.$formError)
  return (
    <div {...partProps('head')}>
      <Heading hasFocus={props.hasFocus}>{props.title}</Heading>
      <output {...partProps('text', 'intro')}>{formError ? '' : props.text}</output>
      <ActionError flow={flow} onAgain={() => flow.load()} />
    </div>
  )
}
