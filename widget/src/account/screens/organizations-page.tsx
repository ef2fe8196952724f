import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import type { OwnMembership } from '../../client/calls/organizations.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { createOrganizationsFlow, type OrganizationsFlow } from '../flows/organizations.ts'
import { ActionNotice, Cancel, Row } from './account/parts.tsx'
import { Empty } from './empty.tsx'
import { Facts } from './facts.tsx'
import { Blocks, Invitations } from './invitations.tsx'
import { ListWaiting } from './list-waiting.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'
import { Section } from './section.tsx'

/** The organizations of a person: for which they act, who invites them, and creating one. */
export function OrganizationsPage(): ReactNode {
  const { t } = useRoom()
  const flow = useOwn(createOrganizationsFlow)
  const memberships = useStore(flow.$memberships)
  const formError = useStore(flow.$formError)
  const words = t.organizations
  useEffect(() => void flow.load(), [flow])
  return (
    <Section name="memberships" title={words.title} text={words.text}>
      <Elsewhere flow={flow} />
      <Arrived flow={flow} />
      {memberships === undefined ? (
        <ListWaiting
          hasFailed={formError !== undefined}
          label={words.loading}
          onRetry={flow.load}
        />
      ) : (
        <>
          <Invitations flow={flow} />
          {memberships.length === 1 && <Empty title={words.none} text={words.noneText} />}
          <ul {...partProps('rows')} aria-label={words.title}>
            {memberships.map((one) => (
              <Membership key={one.membershipId} flow={flow} membership={one} />
            ))}
          </ul>
          <Blocks flow={flow} />
          <Create flow={flow} />
        </>
      )}
    </Section>
  )
}

/** Notice that another tab switched the organization. */
function Elsewhere({ flow }: { flow: OrganizationsFlow }): ReactNode {
  const elsewhere = useStore(flow.$elsewhere)
  const words = useRoom().t.organizations
  const text =
    elsewhere && (elsewhere.name ? words.elsewhere(elsewhere.name) : words.elsewhereOneself)
  return <output {...partProps('notice', 'notice-info')}>{text}</output>
}

/** Says to which organization the person has just come, and what comes next. */
function Arrived({ flow }: { flow: OrganizationsFlow }): ReactNode {
  const { t, consolePage } = useRoom()
  const arrived = useStore(flow.$arrived)
  const words = t.organizations
  if (!arrived) return null
  const { name, isFounded } = arrived
  return (
    <div {...partProps('done-here')} tabIndex={-1} ref={(element) => element?.focus()}>
      <p {...partProps('subheading')}>{isFounded ? words.created(name) : words.joined(name)}</p>
      <p {...partProps('text')}>{isFounded ? words.createdText : words.joinedText}</p>
      {consolePage !== undefined && (
        <div {...partProps('row-acts')}>
          {isFounded && (
            <a {...partProps('small', 'small-main')} href={`${consolePage}#invite`}>
              {words.invite}
            </a>
          )}
          <a {...partProps('small')} href={consolePage}>
            {words.open(name)}
          </a>
        </div>
      )}
    </div>
  )
}

function Membership(props: { flow: OrganizationsFlow; membership: OwnMembership }): ReactNode {
  const { flow, membership } = props
  const { room, t, consolePage } = useRoom()
  const act = useAct()
  const words = t.organizations
  const { isCurrent, isFrozen, isManager } = membership
  const isOneself = membership.organizationName === ''
  const name = isOneself ? words.oneself : membership.organizationLabel
  const facts = [
    membership.memberName && words.as(membership.memberName),
    isOneself ? '' : isManager ? words.manager : words.member,
  ]
  const hasConsole = isFrozen ? isManager : isCurrent && !isOneself
  return (
    <Row
      logo={
        <Logo
          url={membership.logoUrl}
          name={membership.organizationName || membership.memberName}
          part="logo"
        />
      }
      label={
        <>
          {name} {isCurrent && <span {...partProps('badge', 'badge-ok')}>{words.current}</span>}
          {isFrozen && <span {...partProps('badge', 'badge-warn')}>{words.frozen}</span>}
        </>
      }
      value={<Facts facts={facts} />}
    >
      {hasConsole && consolePage !== undefined && (
        <a {...partProps('small')} href={consolePage} aria-label={words.consoleOf(name)}>
          {words.console}
        </a>
      )}
      {!isCurrent && !isFrozen && (
        <RowButton
          label={words.actFor(name)}
          isBusy={act.isBusy}
          onClick={() =>
            void act.run(
              () => flow.actAs(membership),
              isOneself ? words.actsOneself : words.acts(name),
            )
          }
        >
          {words.act}
        </RowButton>
      )}
      {!isOneself && !isManager && !isFrozen && (
        <RowButton
          label={words.leaveOf(name)}
          onClick={() =>
            room.ask({
              title: words.leaveOf(name),
              text: words.leaveText(name),
              button: words.leaveNow,
              isDanger: true,
              act: () => flow.leave(membership),
              done: words.left(name),
            })
          }
        >
          {words.leave}
        </RowButton>
      )}
    </Row>
  )
}

/** Creates an organization; its manager acts for it from then on. */
function Create({ flow }: { flow: OrganizationsFlow }): ReactNode {
  const { messages } = useFrame()
  const words = useRoom().t.organizations
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)

  function close(): void {
    setOpen(false)
    setWasOpen(true)
  }

  if (!isOpen) {
    return (
      <RowButton hasFocus={wasOpen} onClick={() => setOpen(true)}>
        {words.create}
      </RowButton>
    )
  }
  return (
    <div {...partProps('edit')}>
      <Form flow={flow.founding} hasFocus onSubmit={found}>
        <Field
          name="organization"
          label={words.name}
          hint={words.nameHint}
          maxLength={64}
          autoComplete="organization"
          autoCapitalize="words"
        />
        <SubmitButton>{words.createNow}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow.founding} />
      <Cancel onClick={close}>{messages.own.cancel}</Cancel>
    </div>
  )

  async function found(form: FormData): Promise<void> {
    if (await flow.create(formText(form, 'organization').trim())) setOpen(false)
  }
}
