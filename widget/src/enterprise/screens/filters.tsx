import { useState, type ReactNode } from 'react'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { useEnterprise } from './frame.tsx'

/** A search field and filters; in a narrow place, the filters are behind a button. */
export function Filters(props: {
  search?: { q: string; onType: (q: string) => void }
  /** Number of filters that are set. */
  count?: number
  children?: ReactNode
}): ReactNode {
  const { search, count = 0 } = props
  const { prefix } = useFrame()
  const { t } = useEnterprise()
  const [isOpen, setOpen] = useState(false)
  const id = `${prefix}-search`
  const moreId = `${prefix}-filters`
  return (
    <search {...partProps('filters')}>
      {search && (
        <div {...partProps('field', 'filter-search')}>
          <label {...partProps('label')} htmlFor={id}>
            {t.table.search}
          </label>
          <input
            {...partProps('input')}
            id={id}
            type="search"
            form=""
            data-search
            aria-keyshortcuts="/"
            value={search.q}
            onChange={(event) => search.onType(event.currentTarget.value)}
          />
        </div>
      )}
      {props.children && (
        <>
          <button
            type="button"
            {...partProps('small', 'filter-toggle')}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            {t.table.filters(count)}
          </button>
          <div {...partProps('filter-rest', isOpen && 'filter-open')} id={moreId}>
            {props.children}
          </div>
        </>
      )}
    </search>
  )
}
