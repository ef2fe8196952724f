import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Role } from '../../client/calls/roles.ts'
import { permissions } from '#protocol/permissions.ts'
import { missingPermissions, type RolesFlow } from '../flows/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Blank, rightName, useEnterprise, useOrganization, useRoles, WithRight } from './frame.tsx'
import { CheckBox, Choices, GroupError } from './role-choice.tsx'
import { Table } from './table.tsx'

export function Roles({ flow }: { flow: RolesFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const open = useStore(flow.$open)
  const { nameOf } = useRoles()
  const { language } = useFrame().messages
  return (
    <WithRight permission="role.read" load={flow.query.load}>
      {store.may('role.create') && (
        <div {...partProps('row-acts')}>
          <RowButton isMain onClick={() => flow.open('new')}>
            {t.roles.create}
          </RowButton>
        </div>
      )}
      <Table<Role, unknown>
        query={flow.query}
        caption={t.roles.title}
        keyOf={(row) => row.roleKey}
        nameOf={(row) => nameOf(row.roleKey)}
        columns={[
          { label: t.roles.name, cell: (row) => nameOf(row.roleKey) },
          { label: t.roles.description, cell: (row) => aboutRole(row, t) },
          { label: t.roles.rights, cell: (row) => t.roles.count(row.permissions.length) },
          { label: t.roles.holders, cell: (row) => row.memberCount.toLocaleString(language) },
          { label: t.roles.state, cell: (row) => <RoleState role={row} /> },
        ]}
        onOpen={flow.open}
        empty={<Blank title={t.roles.empty} text={t.roles.emptyText} />}
      />
      {open && <RoleDialog flow={flow} role={open} />}
    </WithRight>
  )
}

function aboutRole(role: Role, t: EnterpriseMessages): string {
  if (!role.isBuiltIn) return role.description
  const builtIn: Readonly<Record<string, string>> = t.roles.builtInAbout
  return builtIn[role.roleKey] ?? ''
}

function RoleState({ role }: { role: Role }): ReactNode {
  const { states } = useEnterprise().t.roles
  if (role.isBanned) {
    return <span {...partProps('badge', 'badge-warn')}>{states.banned}</span>
  }
  return role.isBuiltIn ? states.builtIn : states.own
}

function RoleDialog({ flow, role }: { flow: RolesFlow; role: Role | 'new' }): ReactNode {
  const { t } = useEnterprise()
  const { nameOf } = useRoles()
  return (
    <Dialog
      label={role === 'new' ? t.roles.createTitle : nameOf(role.roleKey)}
      isWide
      onClose={() => flow.open(undefined)}
    >
      <div {...partProps('card')}>
        <RoleView flow={flow} shown={role} />
      </div>
    </Dialog>
  )
}

/** One role with its permissions; a form if the person may change it. */
export function RoleView(props: { flow: RolesFlow; shown: Role | 'new' }): ReactNode {
  const { flow, shown: role } = props
  const { store, t } = useEnterprise()
  const { rights } = useOrganization()
  const { nameOf } = useRoles()
  const isNew = role === 'new'
  const held = isNew ? [] : role.permissions
  const lacked = missingPermissions({ permissions: held }, rights.permissions)
  const isBuiltIn = !isNew && role.isBuiltIn
  const why = isBuiltIn
    ? t.roles.builtInText
    : lacked.length > 0
      ? t.roles.lacks(lacked.map((one) => rightName(one, t)).join(t.comma))
      : ''
  const mayChange = why === '' && (isNew || store.may('role.update'))
  const isBanned = !isNew && role.isBanned
  const words = isBanned ? t.roles.unban : t.roles.ban
  return (
    <>
      <Head
        title={isNew ? t.roles.createTitle : nameOf(role.roleKey)}
        text={isNew ? undefined : aboutRole(role, t)}
      >
        {why !== '' && <p {...partProps('text', 'intro')}>{why}</p>}
      </Head>
      {mayChange ? (
        <Form flow={flow} onSubmit={flow.save}>
          <Field
            name="role_name"
            label={t.roles.name}
            start={isNew ? '' : role.roleName}
            autoComplete="off"
            required
          />
          <Field
            name="description"
            label={t.roles.description}
            note={t.roles.optional}
            start={isNew ? '' : role.description}
            autoComplete="off"
          />
          <Rights held={held} />
          <SubmitButton>{t.save}</SubmitButton>
        </Form>
      ) : (
        groupRights(held, t).map(([title, names]) => (
          <div key={title} {...partProps('choices')}>
            <h3 {...partProps('label')}>{title}</h3>
            <ul {...partProps('reasons')}>
              {names.map((one) => (
                <li key={one}>{rightName(one, t)}</li>
              ))}
            </ul>
          </div>
        ))
      )}
      {!isNew && !isBuiltIn && lacked.length === 0 && store.may('role.ban') && (
        <div {...partProps('row-acts')}>
          <RowButton isDanger={!isBanned} onClick={() => flow.askBan(role, !isBanned)}>
            {words.button}
          </RowButton>
        </div>
      )}
      <ActionError flow={flow} />
    </>
  )
}

/** Permissions under the title of what they are about. */
function groupRights(
  names: readonly string[],
  t: EnterpriseMessages,
): [title: string, names: string[]][] {
  const titles: Readonly<Record<string, string>> = t.roles.groups
  const groups = Object.groupBy(names, (one) => {
    const [about = ''] = one.split('.')
    return titles[about] ?? t.roles.groups.other
  })
  return Object.entries(groups).map(([title, found = []]) => [title, found])
}

/** Check boxes of permissions. */
function Rights({ held }: { held: readonly string[] }): ReactNode {
  const { t } = useEnterprise()
  const { rights } = useOrganization()
  const all = [...new Set([...permissions, ...held, ...rights.permissions])]
  return (
    <>
      <GroupError name="permissions" />
      {groupRights(all, t).map(([title, names]) => (
        <Choices key={title} legend={title}>
          {names.map((one) => (
            <CheckBox
              key={one}
              name="permissions"
              value={one}
              isOn={held.includes(one)}
              reason={rights.permissions.has(one) ? '' : t.roles.cannotGive}
            >
              {rightName(one, t)}
            </CheckBox>
          ))}
        </Choices>
      ))}
    </>
  )
}
