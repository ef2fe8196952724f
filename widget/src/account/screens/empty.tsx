import type { ReactNode } from 'react'
import { partProps } from '../../ui/part-props.ts'

/** What an empty list is for, and how to fill it. */
export function Empty(props: { title: string; text: string }): ReactNode {
  return (
    <div {...partProps('blank')}>
      <p {...partProps('subheading')}>{props.title}</p>
      <p {...partProps('text')}>{props.text}</p>
    </div>
  )
}
