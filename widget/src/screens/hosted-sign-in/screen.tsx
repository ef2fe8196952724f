import { useEffect, type ReactNode } from 'react'
import { createHostedSignInFlow, type HostedSignInFlow } from '../../flows/hosted-sign-in.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import type { LazyProps } from '../lazy-screens.ts'
import { WithFlow } from '../with-flow.tsx'

/** Leads to the account server's page for signing in. */
export function Hosted(props: LazyProps<'hosted'>): ReactNode {
  return <WithFlow {...props} screen={HostedScreen} create={createHostedSignInFlow} />
}

/** A link, so that it works in frames and without a popup. */
export function HostedScreen(props: { flow: HostedSignInFlow; hasFocus: boolean }): ReactNode {
  const { flow } = props
  const { messages, settings } = useFrame()
  const t = useMessages().hosted
  useEffect(() => flow.check(), [flow, settings])
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{messages.common.signIn}</Heading>
        <p {...partProps('text', 'intro')}>{t.text(flow.hostName())}</p>
      </div>
      <a
        {...partProps('button')}
        href={flow.href()}
        target="_top"
        onClick={(event) => {
          const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
          if (isPlain && flow.open()) event.preventDefault()
        }}
      >
        {t.proceed}
      </a>
    </>
  )
}
