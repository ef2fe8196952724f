import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { RoleInfo } from '#protocol/organization-objects.ts'
import { permissions } from '#protocol/permissions.ts'
import { missingPermissions, type RolesFlow } from '../../flows/enterprise/roles.ts'
import { fieldErrorOf } from '../../flows/form-error.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ErrorOf } from './error-of.tsx'
import { Blank, rightName, useEnterprise, useOrganization, useRoles, WithRight } from './frame.tsx'
import { CheckBox } from './role-choice.tsx'
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
          <button
            type="button"
            {...partProps('small', 'small-main')}
            onClick={() => flow.open('new')}
          >
            {t.roles.make}
          </button>
        </div>
      )}
      <Table<RoleInfo, unknown>
        query={flow.query}
        caption={t.roles.title}
        keyOf={(row) => row.role_key}
        nameOf={(row) => nameOf(row.role_key)}
        columns={[
          { label: t.roles.name, cell: (row) => nameOf(row.role_key) },
          { label: t.roles.description, cell: (row) => row.description || '–' },
          { label: t.roles.rights, cell: (row) => t.roles.count(row.permissions.length) },
          { label: t.roles.holders, cell: (row) => row.user_count.toLocaleString(language) },
          { label: t.roles.state, cell: (row) => <RoleState role={row} /> },
        ]}
        act={{ text: t.table.edit, label: t.table.editOf, run: flow.open }}
        empty={<Blank title={t.roles.empty} text={t.roles.emptyText} />}
      />
      {open && <RoleDialog flow={flow} role={open} />}
    </WithRight>
  )
}

function RoleState({ role }: { role: RoleInfo }): ReactNode {
  const { states } = useEnterprise().t.roles
  if (role.is_banned === 1) {
    return <span {...partProps('badge', 'badge-warn')}>{states.banned}</span>
  }
  return role.is_builtin === 1 ? states.builtIn : states.own
}

function RoleDialog({ flow, role }: { flow: RolesFlow; role: RoleInfo | 'new' }): ReactNode {
  const { t } = useEnterprise()
  const { nameOf } = useRoles()
  return (
    <Dialog
      label={role === 'new' ? t.roles.makeTitle : nameOf(role.role_key)}
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
export function RoleView(props: { flow: RolesFlow; shown: RoleInfo | 'new' }): ReactNode {
  const { flow, shown: role } = props
  const { store, t } = useEnterprise()
  const { rights } = useOrganization()
  const { nameOf } = useRoles()
  const isBusy = useStore(flow.$isBusy)
  const formError = useStore(flow.$formError)
  const isNew = role === 'new'
  const held = isNew ? [] : role.permissions
  const lacked = missingPermissions({ permissions: held }, rights.permissions)
  const isBuiltIn = !isNew && role.is_builtin === 1
  const why = isBuiltIn
    ? t.roles.builtInText
    : lacked.length > 0
      ? t.roles.lacks(lacked.map((one) => rightName(one, t)).join(', '))
      : ''
  const mayChange = why === '' && (isNew || store.may('role.update'))
  const isBanned = !isNew && role.is_banned === 1
  const words = isBanned ? t.roles.unban : t.roles.ban
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus>{isNew ? t.roles.makeTitle : nameOf(role.role_key)}</Heading>
        {why !== '' && <p {...partProps('text', 'intro')}>{why}</p>}
        <ErrorOf formError={formError} />
      </div>
      {mayChange ? (
        <Form formError={formError} onSubmit={flow.save}>
          <Field
            name="role_name"
            label={t.roles.name}
            start={isNew ? '' : role.role_name}
            autoComplete="off"
            required
            error={fieldErrorOf(formError, 'role_name')}
          />
          <Field
            name="description"
            label={t.roles.description}
            note={t.roles.optional}
            start={isNew ? '' : role.description}
            autoComplete="off"
          />
          <Rights held={held} error={fieldErrorOf(formError, 'permissions')} />
          <SubmitButton isBusy={isBusy}>{t.save}</SubmitButton>
        </Form>
      ) : (
        <ul {...partProps('reasons')}>
          {held.map((one) => (
            <li key={one}>{rightName(one, t)}</li>
          ))}
        </ul>
      )}
      {!isNew && !isBuiltIn && lacked.length === 0 && store.may('role.ban') && (
        <div {...partProps('row-acts')}>
          <RowButton
            label={words.button}
            isDanger={!isBanned}
            onClick={() => flow.askBan(role, !isBanned)}
          >
            {words.button}
          </RowButton>
        </div>
      )}
    </>
  )
}

/** Check boxes of permissions, grouped by subject. */
function Rights(props: { held: readonly string[]; error: string | undefined }): ReactNode {
  const { held, error } = props
  const { t } = useEnterprise()
  const { rights } = useOrganization()
  const all = [...new Set([...permissions, ...held, ...rights.permissions])]
  const groups = Object.groupBy(all, (one) => {
    const [about = ''] = one.split('.')
    return about in t.roles.groups ? about : 'other'
  })
  const titles: Readonly<Record<string, string>> = t.roles.groups
  return (
    <>
      {error !== undefined && (
        <p {...partProps('error')} role="alert">
          {error}
        </p>
      )}
      {Object.entries(groups).map(([about, names = []]) => (
        <fieldset key={about} {...partProps('choices')}>
          <legend {...partProps('label')}>{titles[about]}</legend>
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
        </fieldset>
      ))}
    </>
  )
}
