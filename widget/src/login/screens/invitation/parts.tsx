import type { ReactNode } from 'react'
import type { StartView } from '../../../base/settings.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { useFrame } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'

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
