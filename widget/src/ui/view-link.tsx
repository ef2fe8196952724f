import type { ReactNode } from 'react'
import type { StartView } from '../settings.ts'
import { LinkButton } from './button.tsx'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/** Leads to another screen: a real link on a site with pages of its own, else a switch in place. */
export function ViewLink(props: {
  to: StartView
  onGo: (view: StartView) => void
  children: ReactNode
}): ReactNode {
  const { settings, returnQuery } = useFrame()
  const { pages } = settings
  if (pages === undefined) {
    return <LinkButton onClick={() => props.onGo(props.to)}>{props.children}</LinkButton>
  }
  return (
    <a {...partProps('link')} href={`${pages}/${props.to}${returnQuery}`}>
      {props.children}
    </a>
  )
}
