import type { ReactNode } from 'react'
import type { StartView } from '../../../base/settings.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { useFrame } from '../../../ui/frame.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { partProps } from '../../../ui/part-props.ts'

/** Head of a step. */
export function Head(props: { title: string; text?: ReactNode; hasFocus?: boolean }): ReactNode {
  return (
    <div {...partProps('head')}>
      <Heading hasFocus={props.hasFocus ?? true}>{props.title}</Heading>
      {props.text}
    </div>
  )
}

/** The way back to the invitation. */
export function Back(props: { onClick: () => void; children: string }): ReactNode {
  return (
    <p {...partProps('foot')}>
      <LinkButton onClick={props.onClick}>{props.children}</LinkButton>
    </p>
  )
}

/** By a password or a provider, and from there back here. */
export function SignIn(props: { onGo: (view: StartView) => void; children: string }): ReactNode {
  const { settings } = useFrame()
  if (settings.pages === undefined) {
    return <LinkButton onClick={() => props.onGo('login')}>{props.children}</LinkButton>
  }
  const query = new URLSearchParams({ next: location.pathname, prompt: 'login' })
  return (
    <a {...partProps('link')} href={`${settings.pages}/login?${query}`}>
      {props.children}
    </a>
  )
}
