import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { useMessages } from './frame.tsx'
import { Notice } from './notice.tsx'
import { partProps } from './part-props.ts'
import { ReloadButton } from './reload-button.tsx'

/** Placeholder while code is loading, or a notice that it failed. */
export function Waiting(props: {
  hasFailed: boolean
  /** Number of failures; after the second, reloading the page is offered. */
  failures: number
  onRetry: () => void
}): ReactNode {
  const { common } = useMessages()
  const isLost = props.failures > 1
  return (
    <div {...partProps('wait')} aria-busy={!props.hasFailed}>
      <Notice
        error={
          props.hasFailed && (
            <>
              <p {...partProps('text')}>{isLost ? common.notLoaded : common.offline}</p>
              <LinkButton onClick={props.onRetry}>{common.tryAgain}</LinkButton>
              {isLost && <ReloadButton />}
            </>
          )
        }
      />
    </div>
  )
}
