import type { ReactNode } from 'react'
import type { Member } from '../../client/calls/members.ts'
import type { MembersFlow } from '../flows/members.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Copyable } from './copyable.tsx'
import { dateOf, rightName, useEnterprise, useOrganization, useRoles } from './frame.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Dialog to change, freeze or remove one member. */
export function MemberDialog(props: { flow: MembersFlow; member: Member }): ReactNode {
  const { flow, member } = props
  return (
    <Dialog label={member.memberName} onClose={() => flow.open(undefined)}>
      <div {...partProps('card')}>
        <MemberView flow={flow} member={member} />
      </div>
    </Dialog>
  )
}

/** Returns why a member may not be changed; empty if they may. */
export function useProtection(): (member: Member) => string {
  const { t } = useEnterprise()
  const { user, rights } = useOrganization()
  const { list } = useRoles()
  return (member) => {
    if (member.membershipId === user.membershipId) return t.members.self
    if (member.roles.includes('manager')) return t.members.isManager
    const theirs = list.filter((role) => member.roles.includes(role.roleKey) && !role.isBanned)
    const beyond = theirs
      .flatMap(({ permissions }) => permissions)
      .filter((one) => !rights.permissions.has(one))
    return beyond.length === 0
      ? ''
      : t.members.exceeds([...new Set(beyond)].map((one) => rightName(one, t)).join(t.comma))
  }
}

/** Content of the dialog, which the gallery shows on its own. */
export function MemberView({ flow, member }: { flow: MembersFlow; member: Member }): ReactNode {
  const { store, t } = useEnterprise()
  const { user } = useOrganization()
  const { language } = useFrame().messages
  const protection = useProtection()(member)
  const isSelf = member.membershipId === user.membershipId
  const mayRename = store.may('deputy.update') && (isSelf || protection === '')
  const mayAssign = store.may('role.assign') && protection === ''
  const mayChange = ['deputy.update', 'deputy.freeze', 'deputy.delete', 'role.assign'].some((one) =>
    store.may(one),
  )
  const isFrozen = member.isFrozen
  const address = member.email || member.mobile
  const words = isFrozen ? t.members.unfreeze : t.members.freeze
  return (
    <>
      <Head
        title={member.memberName}
        text={[
          address,
          t.members.states[isFrozen ? 'frozen' : 'active'],
          t.members.lastSeen + t.colon + (dateOf(member.lastSignInTime, language) || t.never),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {protection !== '' && mayChange && <p {...partProps('hint')}>{protection}</p>}
      {(mayRename || mayAssign) && (
        <Form flow={flow} onSubmit={flow.save}>
          {mayRename && (
            <Field
              name="deputy_name"
              label={t.members.name}
              start={member.memberName}
              autoComplete="off"
              autoCapitalize="words"
              required
            />
          )}
          {mayAssign && <RoleChoice chosen={member.roles} />}
          <SubmitButton>{t.save}</SubmitButton>
        </Form>
      )}
      {protection === '' && (store.may('deputy.freeze') || store.may('deputy.delete')) && (
        <div {...partProps('row-acts')}>
          {store.may('deputy.freeze') && (
            <RowButton onClick={() => flow.askFreeze([member], !isFrozen)}>
              {words.button}
            </RowButton>
          )}
          {store.may('deputy.delete') && (
            <RowButton isDanger onClick={() => flow.askRemove([member])}>
              {t.members.remove.button}
            </RowButton>
          )}
        </div>
      )}
      {store.may('deputy.update') && <Copyable label={t.members.id} text={member.membershipId} />}
      <ActionError flow={flow} />
    </>
  )
}
