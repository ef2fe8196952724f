import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import { partProps } from './part-props.ts'

/** Head of a screen or a step: its title, and what it is about. */
export function Head(props: {
  title: ReactNode
  text?: ReactNode
  /** Whether it takes the place of another one. */
  hasFocus?: boolean
  children?: ReactNode
}): ReactNode {
  return (
    <div {...partProps('head')}>
      <Heading hasFocus={props.hasFocus ?? true}>{props.title}</Heading>
      {props.text !== undefined && <p {...partProps('text', 'intro')}>{props.text}</p>}
      {props.children}
    </div>
  )
}

/** The end of a way: a sign, what has come of it, and what can be done next. */
export function Ending(props: {
  sign?: ReactNode
  title: ReactNode
  text?: ReactNode
  children?: ReactNode
}): ReactNode {
  return (
    <div {...partProps('done')}>
      {props.sign}
      <Heading hasFocus>{props.title}</Heading>
      {props.text !== undefined && <p {...partProps('text')}>{props.text}</p>}
      {props.children}
    </div>
  )
}
