import type { ReactNode } from 'react'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { useEnterprise } from './frame.tsx'

/** Search and filters above a table. */
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

/** One choice of a filter or of an act; empty is the first. */
export function Select(props: {
  name: string
  label: string
  first: string
  options: readonly { value: string; label: string }[]
  value: string
  onChoose: (value: string) => void
}): ReactNode {
  const { prefix } = useFrame()
  const id = `${prefix}-${props.name}`
  return (
    <div {...partProps('field')}>
      <label {...partProps('label')} htmlFor={id}>
        {props.label}
      </label>
      <select
        {...partProps('input', 'select')}
        id={id}
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
      >
        <option value="">{props.first}</option>
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
