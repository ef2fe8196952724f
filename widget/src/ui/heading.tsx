import { useEffect, useRef, type ReactNode } from 'react'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/** The name of a screen; takes focus when the screen replaced another one. */
export function Heading(props: { hasFocus: boolean; children: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hasFocus } = props
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus])
  // On a page of the site the element is the page; an embedding page has its own first heading.
  const { level, settings } = useFrame()
  const Level = level ?? (settings.pages === undefined ? 'h2' : 'h1')
  return (
    <Level {...partProps('heading')} ref={heading} tabIndex={-1}>
      {props.children}
    </Level>
  )
}
