import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { InvitationBlock, WaitingInvitation } from '../../client/calls/own-invitations.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import type { OrganizationsFlow } from '../flows/organizations.ts'
import { Row } from './account/parts.tsx'
import { Facts } from './facts.tsx'
import { useAct, useRoom } from './room.tsx'

/** The invitations that wait for the person's answer. */
export function Invitations({ flow }: { flow: OrganizationsFlow }): ReactNode {
  const words = useRoom().t.organizations
  const invitations = useStore(flow.$invitations)
  if (invitations.length === 0) return null
  return (
    <ul {...partProps('rows', 'rows-waiting')} aria-label={words.waiting}>
      {invitations.map((one) => (
        <Invitation key={one.invitationId} flow={flow} invitation={one} />
      ))}
    </ul>
  )
}

function Invitation(props: { flow: OrganizationsFlow; invitation: WaitingInvitation }): ReactNode {
  const { flow, invitation } = props
  const { language } = useFrame().messages
  const act = useAct()
  const words = useRoom().t.organizations
  const { isByDomain: isOffer, organizationName: name } = invitation
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  const facts = [
    words.as(invitation.memberName),
    isOffer ? '' : words.until(day.format(invitation.expireTime * 1000)),
    isOffer ? words.offeredHint : words.declineHint,
  ]

  async function accept(): Promise<void> {
    let next: string | undefined
    await act.run(async () => {
      next = await flow.accept(invitation)
    })
    if (next !== undefined && next !== '/') location.assign(next)
  }

  return (
    <Row
      label={isOffer ? words.offered(name) : words.invited(invitation.inviterName, name)}
      value={<Facts facts={facts} />}
    >
      <RowButton label={words.acceptOf(name)} isBusy={act.isBusy} onClick={() => void accept()}>
        {words.accept}
      </RowButton>
      {!isOffer && (
        <RowButton
          label={words.declineOf(name)}
          isBusy={act.isBusy}
          onClick={() => void act.run(() => flow.decline(invitation), words.declined(name))}
        >
          {words.decline}
        </RowButton>
      )}
    </Row>
  )
}

/** The organizations that may not invite the person, with a way to let them again. */
export function Blocks({ flow }: { flow: OrganizationsFlow }): ReactNode {
  const words = useRoom().t.organizations
  const blocks = useStore(flow.$blocks)
  if (blocks.length === 0) return null
  return (
    <>
      <h4 {...partProps('subheading')}>{words.blocked}</h4>
      <ul {...partProps('rows')} aria-label={words.blocked}>
        {blocks.map((one) => (
          <Block key={one.organizationId} flow={flow} block={one} />
        ))}
      </ul>
    </>
  )
}

function Block({ flow, block }: { flow: OrganizationsFlow; block: InvitationBlock }): ReactNode {
  const { language } = useFrame().messages
  const act = useAct()
  const words = useRoom().t.organizations
  const name = block.organizationName || words.everybody
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (
    <Row label={name} value={words.blockedUntil(day.format(block.expireTime * 1000))}>
      <RowButton
        label={words.liftOf(name)}
        isBusy={act.isBusy}
        onClick={() => void act.run(() => flow.unblock(block), words.lifted(name))}
      >
        {words.lift}
      </RowButton>
    </Row>
  )
}
