import type { ReactNode } from 'react'
import type { AuthorizationInfo } from '../../../client/calls/authorization.ts'
import type { AuthorizationFlow } from '../../flows/authorize.ts'
import { Heading } from '../../../ui/heading.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { RemotePicture } from '../../../ui/remote-picture.tsx'
import type { AuthorizeMessages } from './messages/messages.ts'

/** Shows client and host; the host is the heading unless an operator verified the client. */
export function ClientHead(props: {
  t: AuthorizeMessages
  info: AuthorizationInfo
  /** Content below, such as an introduction. */
  children?: ReactNode
}): ReactNode {
  const { t } = props
  const { client } = props.info
  const isLocal = client.isLocal
  const isKnown = client.isVerified && !isLocal
  const title = isLocal ? t.localTitle : t.title(isKnown ? client.name : client.host)
  return (
    <div {...partProps('head')}>
      {client.logo !== undefined && (
        <RemotePicture url={client.logo} part="client-logo" sidePx={96} />
      )}
      <Heading hasFocus>{title}</Heading>
      {!isKnown && (
        <p {...partProps('text', 'warning')}>
          {isLocal ? t.local(client.name) : t.unverified(client.name)}
        </p>
      )}
      <dl {...partProps('leads')}>
        {client.documentHost !== undefined && (
          <>
            <dt>{t.comesFrom}</dt>
            <dd>
              <b>{client.documentHost}</b>
            </dd>
          </>
        )}
        <dt>{t.leadsTo}</dt>
        <dd>
          <b>{isLocal ? t.backToApp(client.host) : client.host}</b>
          {isKnown && <span {...partProps('checked')}>{t.checked}</span>}
        </dd>
      </dl>
      {props.children}
    </div>
  )
}

/** The button that refuses; it can be pressed at any time. */
export function Refuse({ flow, t }: { flow: AuthorizationFlow; t: AuthorizeMessages }): ReactNode {
  return (
    <button type="button" {...partProps('button', 'refuse')} onClick={() => void flow.refuse()}>
      {t.refuse}
    </button>
  )
}
