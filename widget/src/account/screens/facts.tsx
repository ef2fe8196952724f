import type { ReactNode } from 'react'
import { partProps } from '../../ui/part-props.ts'

/** Facts on one line, which breaks between them and not within a date. */
export function Facts({ facts }: { facts: readonly string[] }): ReactNode {
  return facts.filter(Boolean).map((fact) => (
    <span key={fact} {...partProps('fact')}>
      {fact}
    </span>
  ))
}
