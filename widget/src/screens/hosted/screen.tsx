import { useEffect, type ReactNode } from 'react'
import { createHostedFlow, type HostedFlow } from '../../flows/hosted.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import type { LazyProps } from '../lazy-screens.ts'
import { WithFlow } from '../with-flow.tsx'

/** The screen of signing in on a page of the account server. */
export function Hosted(props: LazyProps<'hosted'>): ReactNode {
  return <WithFlow {...props} screen={HostedScreen} create={createHostedFlow} />
}

/** One way on: a link, so that it works in frames and without a popup. */
export function HostedScreen(props: { flow: HostedFlow; isReplacing: boolean }): ReactNode {
  const { flow } = props
  const { messages, settings } = useFrame()
  const t = useMessages().hosted
  useEffect(() => flow.check(), [flow, settings])
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{messages.common.signIn}</Heading>
        <p {...part('text', 'intro')}>{t.text(flow.hostName())}</p>
      </div>
      <a
        {...part('button')}
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
