import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMessages } from '../../ui/frame.tsx'
import type { ListQuery } from '../../ui/flows/list-query.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRoom } from './room.tsx'

/** Placeholder of a list that is loading, or that it failed, with a button to try again. */
export function ListWaiting(props: {
  hasFailed: boolean
  label: string
  onRetry: () => unknown
}): ReactNode {
  const { common } = useMessages()
  const { t } = useRoom()
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} {...partProps('listed')}>
      {!props.hasFailed && <Skeleton label={props.label} count={2} />}
      <Notice
        error={
          props.hasFailed && (
            <>
              <p {...partProps('text')}>{t.listFailed}</p>
              <LinkButton
                onClick={() => {
                  // The button goes, and would take the focus with it.
                  place.current?.closest('section')?.focus({ preventScroll: true })
                  props.onRetry()
                }}
              >
                {common.tryAgain}
              </LinkButton>
            </>
          )
        }
      />
    </div>
  )
}

/** Loads and shows the rows of a query, or what they wait for; rows stay while they are loaded again. */
export function Rows<Row>(props: {
  query: ListQuery<Row, object>
  label: string
  children: (rows: readonly Row[]) => ReactNode
}): ReactNode {
  const { query, label } = props
  const { rows, step } = useStore(query.$state)
  useEffect(() => void query.load(), [query])
  if (rows.length > 0 || step === 'ready') return props.children(rows)
  return (
    <ListWaiting hasFailed={step === 'failed'} label={label} onRetry={() => void query.load()} />
  )
}
