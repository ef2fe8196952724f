import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Invitation } from '../../client/calls/invitations.ts'
import type { InvitationsFlow, InvitationStep } from '../flows/invitations.ts'
import { hasCountDown } from '../../ui/flows/form-error.ts'
import { ActionButton, FootButton, SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Copyable } from './copyable.tsx'
import { dateOf, useEnterprise } from './frame.tsx'
import { RoleChoice } from './role-choice.tsx'

type Shown = Exclude<InvitationStep, { at: 'list' }>

/** Dialog to write, review or correct one invitation. */
export function InvitationDialog(props: {
  flow: InvitationsFlow
  step: Shown
  /** Invites by a list instead. */
  onMany: () => void
}): ReactNode {
  const { flow, step } = props
  const { t } = useEnterprise()
  const label = step.at === 'open' ? step.invitation.memberName : t.invitations.inviteTitle
  return (
    <Dialog label={label} onClose={() => flow.go({ at: 'list' })}>
      <div {...partProps('card')}>
        <InvitationView key={step.at} flow={flow} step={step} />
        {step.at === 'new' && (
          <FootButton onClick={props.onMany}>{t.invitations.inviteMany}</FootButton>
        )}
      </div>
    </Dialog>
  )
}

/** Content of the dialog, which the gallery shows on its own. */
export function InvitationView({ flow, step }: { flow: InvitationsFlow; step: Shown }): ReactNode {
  if (step.at === 'sent') return <Sent flow={flow} invitation={step.invitation} />
  if (step.at === 'open') return <Opened flow={flow} invitation={step.invitation} />
  return <Edit flow={flow} invitation={undefined} />
}

function Edit(props: { flow: InvitationsFlow; invitation: Invitation | undefined }): ReactNode {
  const { flow, invitation } = props
  const { t } = useEnterprise()
  return (
    <>
      {invitation === undefined && <Head title={t.invitations.inviteTitle} />}
      <Form flow={flow} onSubmit={flow.save} hasFocus={invitation === undefined}>
        <Field
          name="address"
          label={t.invitations.addressLabel}
          inputMode="email"
          autoComplete="off"
          required={invitation === undefined}
          hint={invitation && t.invitations.keepHint(invitation.target)}
        />
        <Field
          name="deputy_name"
          label={t.invitations.name}
          start={invitation?.memberName ?? ''}
          autoComplete="off"
          autoCapitalize="words"
          required
        />
        <RoleChoice chosen={invitation?.roles ?? []} />
        <SubmitButton>{invitation === undefined ? t.invitations.send : t.save}</SubmitButton>
      </Form>
      {invitation === undefined && <ActionError flow={flow} />}
    </>
  )
}

function Opened(props: { flow: InvitationsFlow; invitation: Invitation }): ReactNode {
  const { flow, invitation } = props
  const { store, t } = useEnterprise()
  const { language } = useFrame().messages
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  const resendIn = useStore(flow.$resendIn)
  const isCounting = resendIn > 0 && !hasCountDown(formError)
  const resend = isCounting ? t.invitations.resendIn(resendIn) : t.invitations.resend
  const { status } = invitation
  const isOpen = status === 'pending' || status === 'expired'
  return (
    <>
      <Head
        title={invitation.memberName}
        text={[
          invitation.target,
          stateOf(invitation, t.invitations.states),
          t.invitations.validUntil(dateOf(invitation.expireTime, language)),
          t.invitations.invitedBy(invitation.inviterName),
        ].join(' · ')}
      />
      {isOpen && store.may('invite.update') && <Edit flow={flow} invitation={invitation} />}
      {isOpen && (
        <div {...partProps('row-acts')}>
          {store.may('invite.resend') && (
            <RowButton
              label={resend}
              isBusy={isBusy}
              isOff={resendIn > 0}
              onClick={() => void flow.resend(invitation)}
            >
              {resend}
            </RowButton>
          )}
          {store.may('invite.cancel') && (
            <RowButton isDanger onClick={() => flow.askCancel(invitation)}>
              {t.invitations.cancel.button}
            </RowButton>
          )}
        </div>
      )}
      {isOpen && store.may('invite.resend') && (
        <p {...partProps('hint')}>{t.invitations.resendHint}</p>
      )}
      <ActionError flow={flow} />
    </>
  )
}

function Sent(props: { flow: InvitationsFlow; invitation: Invitation }): ReactNode {
  const { flow, invitation } = props
  const { t } = useEnterprise()
  return (
    <>
      <Head title={t.invitations.sent(invitation.memberName)} text={t.invitations.sentText} />
      <Copyable label={t.invitations.link} text={invitation.link ?? ''} />
      <ActionButton onClick={() => flow.go({ at: 'new' })}>
        {t.invitations.inviteAnother}
      </ActionButton>
      <FootButton onClick={() => flow.go({ at: 'list' })}>{t.invitations.close}</FootButton>
    </>
  )
}

/** Returns the name of an invitation's state; an unknown one is its own name. */
export function stateOf(
  { status }: Pick<Invitation, 'status'>,
  states: Readonly<Record<string, string>>,
): string {
  return states[status] ?? status
}
