import type { ReactNode } from 'react'
import type { StartView } from '../base/settings.ts'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/** Leads to another screen: by a link where another page of the site opens with it, else in place. */
export function ViewLink(props: {
  to: StartView
  onGo: (view: StartView) => void
  /** Appearance; a link by default. */
  part?: 'link' | 'button'
  children: ReactNode
}): ReactNode {
  const { settings, returnQuery } = useFrame()
  const { to, part = 'link', children } = props
  if (settings.pages === undefined || settings.view === to) {
    return (
      <button type="button" {...partProps(part, 'scripted')} onClick={() => props.onGo(to)}>
        {children}
      </button>
    )
  }
  return (
    <a {...partProps(part)} href={`${settings.pages}/${to}${returnQuery}`}>
      {children}
    </a>
  )
}

/** The last line of a screen, which leads to another; `before` asks who wants to go there. */
export function FootLink(props: {
  before?: string
  to: StartView
  onGo: (view: StartView) => void
  children: ReactNode
}): ReactNode {
  return (
    <p {...partProps('foot')}>
      {props.before !== undefined && <span>{props.before}</span>}
      <ViewLink to={props.to} onGo={props.onGo}>
        {props.children}
      </ViewLink>
    </p>
  )
}
