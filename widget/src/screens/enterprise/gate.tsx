import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { MembershipInfo } from '#protocol/objects.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorOf } from './error-of.tsx'
import { useEnterprise } from './frame.tsx'

/** Shows the console once an organization is loaded; until then, how to get there. */
export function OrganizationGate(props: { children: ReactNode }): ReactNode {
  const { store, t } = useEnterprise()
  const { messages } = useFrame()
  const state = useStore(store.$state)
  switch (state.at) {
    case 'ready':
      return props.children
    case 'loading':
      return <Skeleton label={t.loading} count={5} />
    case 'signed-out':
      return (
        <Stop title={messages.own.signedOut} text={t.signedOutText}>
          <OwnPage path="/login" hasWayBack>
            {messages.common.signIn}
          </OwnPage>
        </Stop>
      )
    case 'failed':
      return (
        <Stop title={t.failed}>
          <ErrorOf formError={state.formError} />
          <button type="button" {...partProps('button')} onClick={() => void store.load()}>
            {messages.common.again}
          </button>
        </Stop>
      )
    case 'elsewhere':
      return (
        <Stop title={t.elsewhere(state.name)} text={t.elsewhereText}>
          <button type="button" {...partProps('button')} onClick={() => void store.load()}>
            {t.goOn}
          </button>
        </Stop>
      )
    case 'oneself':
      return state.memberships.length === 0 ? (
        <Stop title={t.none} text={t.noneText}>
          <OwnPage path="/account-setting#organizations">{t.toOrganizations}</OwnPage>
        </Stop>
      ) : (
        <Stop title={t.choose} text={t.chooseText}>
          <ErrorOf formError={state.formError} />
          <Memberships list={state.memberships} />
        </Stop>
      )
  }
}

function Stop(props: { title: string; text?: string; children: ReactNode }): ReactNode {
  return (
    <div {...partProps('narrow')}>
      <div {...partProps('head')}>
        <Heading hasFocus={false}>{props.title}</Heading>
        {props.text !== undefined && <p {...partProps('text', 'intro')}>{props.text}</p>}
      </div>
      {props.children}
    </div>
  )
}

/** A link to another page of our site; nothing on embedding pages, which have their own. */
function OwnPage(props: { path: string; hasWayBack?: boolean; children: ReactNode }): ReactNode {
  const { pages } = useFrame().settings
  if (pages === undefined) return null
  const back = new URLSearchParams({ next: location.pathname + location.search + location.hash })
  const href = `${pages}${props.path}${props.hasWayBack ? `?${back}` : ''}`
  return (
    <a {...partProps('button', 'button-link')} href={href}>
      {props.children}
    </a>
  )
}

function Memberships({ list }: { list: readonly MembershipInfo[] }): ReactNode {
  const { store, t } = useEnterprise()
  return (
    <>
      <ul {...partProps('choices-list')}>
        {list.map((one) => {
          const isFrozen = one.is_frozen === 1
          return (
            <li key={one.user_identity_id} {...partProps('choice-row')}>
              <span>
                {one.subject_name}
                {isFrozen && <span {...partProps('note')}>{t.frozen}</span>}
              </span>
              <RowButton
                label={`${isFrozen ? t.reopen : t.table.edit}: ${one.subject_name}`}
                onClick={() => void (isFrozen ? store.reopen(one) : store.actFor(one))}
              >
                {isFrozen ? t.reopen : t.table.edit}
              </RowButton>
            </li>
          )
        })}
      </ul>
      {list.some(({ is_frozen: isFrozen }) => isFrozen === 1) && (
        <p {...partProps('hint')}>{t.frozenText}</p>
      )}
    </>
  )
}
