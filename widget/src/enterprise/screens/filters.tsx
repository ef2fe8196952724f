import type { ReactNode } from 'react'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { useEnterprise } from './frame.tsx'

export function Filters(props: {
  q: string
  onType: (q: string) => void
  children?: ReactNode
}): ReactNode {
  const { prefix } = useFrame()
  const { t } = useEnterprise()
  const id = `${prefix}-search`
  return (
    <search {...partProps('filters')}>
      <div {...partProps('field', 'filter-search')}>
        <label {...partProps('label')} htmlFor={id}>
          {t.table.search}
        </label>
        <input
          {...partProps('input')}
          id={id}
          type="search"
          data-search
          aria-keyshortcuts="/"
          value={props.q}
          onChange={(event) => props.onType(event.currentTarget.value)}
        />
      </div>
      {props.children}
    </search>
  )
}
