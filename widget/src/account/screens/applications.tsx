import type { ReactNode } from 'react'
import type { Grant } from '../../client/calls/grants.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import type { ClientsFlow } from '../flows/clients.ts'
import { Row } from './account/parts.tsx'
import { Empty } from './empty.tsx'
import { Rows } from './list-waiting.tsx'
import { Facts } from './facts.tsx'
import { useAct, useRoom } from './room.tsx'
import { Section } from './section.tsx'

/** OAuth clients that the person has let in. */
export function ApplicationsSection({ flow }: { flow: ClientsFlow }): ReactNode {
  const words = useRoom().t.devices.clients
  return (
    <Section name="applications" title={words.title} text={words.text}>
      <Rows query={flow.query} label={words.loading}>
        {(grants) =>
          grants.length === 0 ? (
            <Empty title={words.none} text={words.noneText} />
          ) : (
            <ul {...partProps('rows')}>
              {grants.map((grant) => (
                <Application key={grant.grantId} flow={flow} grant={grant} />
              ))}
            </ul>
          )
        }
      </Rows>
    </Section>
  )
}

interface Props {
  flow: ClientsFlow
  grant: Grant
}

function useScopeName(): (scope: Grant['scopes'][number]) => string {
  const names: Readonly<Record<string, string>> = useRoom().t.devices.clients.scopes
  return ({ scope, description }) => description || (names[scope] ?? scope)
}

function Application({ flow, grant }: Props): ReactNode {
  const { room, t } = useRoom()
  const { language } = useFrame().messages
  const nameOf = useScopeName()
  const words = t.devices.clients
  const { clientName: name } = grant
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  const facts = [
    grant.host === '' ? words.onDevice : grant.host,
    grant.organizationName && words.as(grant.organizationName),
    words.since(day.format(grant.createdAt * 1000)),
    grant.lastUsedAt === 0 ? '' : words.used(day.format(grant.lastUsedAt * 1000)),
  ]
  const scopes = (
    <details {...partProps('fold')}>
      <summary>{[...grant.scopes.map(nameOf), words.details].join(' · ')}</summary>
      <ul {...partProps('scopes')}>
        {grant.scopes.map((one) => (
          <Scope key={one.scope} flow={flow} grant={grant} scope={one} />
        ))}
      </ul>
    </details>
  )
  return (
    <Row
      logo={<Logo url="" name={name} part="logo" />}
      label={name}
      value={<Facts facts={facts} />}
      more={scopes}
    >
      <RowButton
        label={words.revokeOf(name)}
        onClick={() =>
          room.ask({
            title: words.question(name),
            text: words.questionText,
            button: words.revoke,
            isDanger: true,
            act: () => flow.revoke(grant),
            done: words.revoked(name),
          })
        }
      >
        {words.revoke}
      </RowButton>
    </Row>
  )
}

function Scope(props: Props & { scope: Grant['scopes'][number] }): ReactNode {
  const { flow, grant, scope } = props
  const words = useRoom().t.devices.clients
  const nameOf = useScopeName()
  const act = useAct()
  const name = nameOf(scope)
  const { clientName } = grant
  return (
    <li>
      {name}
      {!scope.isRequired && (
        <RowButton
          label={words.takeScopeOf(clientName, name)}
          isBusy={act.isBusy}
          onClick={() =>
            void act.run(
              () => flow.takeBack(grant, scope.scope),
              words.scopeTaken(clientName, name),
            )
          }
        >
          {words.takeScope}
        </RowButton>
      )}
    </li>
  )
}
