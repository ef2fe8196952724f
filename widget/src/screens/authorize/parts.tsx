import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { AuthorizationFlow, AuthorizationInfo } from '../../flows/authorize.ts'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { FormErrorText } from '../form-error-notice.tsx'
import type { AuthorizeMessages } from './messages/messages.ts'

/** Returns how people know the account that would answer. */
export function nameOf({ user }: AuthorizationInfo): string {
  return user?.email || user?.mobile || user?.screen_name || user?.name || ''
}

/** Shows client and host; the host is the heading unless an operator verified the client. */
export function ClientHead(props: {
  flow: AuthorizationFlow
  t: AuthorizeMessages
  info: AuthorizationInfo
  /** Content below: an introduction, and an error about the typed code. */
  children?: ReactNode
}): ReactNode {
  const { flow, t } = props
  const { client } = props.info
  const formError = useStore(flow.$formError)
  const isLocal = client.kind === 'local'
  const isKnown = client.verified === 1 && !isLocal
  const title = isLocal ? t.localTitle : t.title(isKnown ? client.name : client.host)
  return (
    <div {...partProps('head')}>
      <Heading hasFocus>{title}</Heading>
      {!isKnown && (
        <p {...partProps('text', 'warning')}>
          {isLocal ? t.local(client.name) : t.unverified(client.name)}
        </p>
      )}
      <dl {...partProps('leads')}>
        {client.document_host !== undefined && (
          <>
            <dt>{t.comesFrom}</dt>
            <dd>
              <b>{client.document_host}</b>
            </dd>
          </>
        )}
        <dt>{t.leadsTo}</dt>
        <dd>
          <b>{isLocal ? t.thisComputer : client.host}</b>
          {isKnown && <span {...partProps('checked')}>{t.checked}</span>}
        </dd>
      </dl>
      <Notice error={formError && !formError.field && <FormErrorText formError={formError} />} />
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
