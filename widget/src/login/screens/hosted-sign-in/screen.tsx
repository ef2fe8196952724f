import { useEffect, type ReactNode } from 'react'
import { createHostedSignInFlow, type HostedSignInFlow } from '../../flows/hosted-sign-in.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { WithFlow } from '../../../ui/with-flow.tsx'

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
      <Head
        title={messages.common.signIn}
        text={t.text(flow.hostName())}
        hasFocus={props.hasFocus}
      />
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
