import type { ReactNode } from 'react'

/** Live regions that are always there, so that what appears in them is read out. */
export function Notice(props: { error?: ReactNode; info?: ReactNode }): ReactNode {
  return (
    <div className="pl-notices">
      <div className="pl-notice pl-notice-error" data-part="notice" role="alert">
        {props.error}
      </div>
      <div className="pl-notice pl-notice-info" data-part="status" role="status">
        {props.info}
      </div>
    </div>
  )
}
