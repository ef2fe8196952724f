import { useStore } from '@nanostores/react'
import { createContext, use, type ReactNode } from 'react'
import type { RoleInfo } from '#protocol/organization-objects.ts'
import { roleNameOf } from '../../flows/enterprise/members.ts'
import type {
  OrganizationState,
  OrganizationStore,
} from '../../flows/enterprise/organization-store.ts'
import type { RolesFlow } from '../../flows/enterprise/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { partProps } from '../../ui/part-props.ts'

/** What every component of one console may need. */
export interface EnterpriseFrame {
  store: OrganizationStore
  t: EnterpriseMessages
  /** The roles, which other parts name and give. */
  roles: RolesFlow
}

const EnterpriseContext = createContext<EnterpriseFrame | undefined>(undefined)

/** Gives the parts inside it the frame of their console. */
export function EnterpriseProvider(props: {
  frame: EnterpriseFrame
  children: ReactNode
}): ReactNode {
  return <EnterpriseContext value={props.frame}>{props.children}</EnterpriseContext>
}

/** The frame of the console around this part. */
export function useEnterprise(): EnterpriseFrame {
  const frame = use(EnterpriseContext)
  if (frame === undefined)
    throw new Error('passport-enterprise: a part is used outside its element')
  return frame
}

/** The organization that is managed, with who manages it. */
export function useOrganization(): Extract<OrganizationState, { at: 'ready' }> {
  const state = useStore(useEnterprise().store.$state)
  if (state.at !== 'ready') throw new Error('passport-enterprise: no organization is loaded')
  return state
}

/** Names of roles by their keys; a key that is not known any more stands for itself. */
export function useRoles(): { list: readonly RoleInfo[]; nameOf: (key: string) => string } {
  const { roles, t } = useEnterprise()
  const { rows } = useStore(roles.query.$state)
  return {
    list: rows,
    nameOf(key) {
      const role = rows.find((one) => one.role_key === key)
      return role
        ? roleNameOf(role, t)
        : roleNameOf({ role_key: key, role_name: key, is_builtin: 1 }, t)
    },
  }
}

/** Returns the name of a permission. */
export function rightName(permission: string, t: EnterpriseMessages): string {
  const names: Readonly<Record<string, string>> = t.roles.permissions
  return names[permission] ?? permission
}

/** Shows a part to those who may see it, and tells others what they lack. */
export function WithRight(props: { permission: string; children: ReactNode }): ReactNode {
  const { t } = useEnterprise()
  const { organization, rights } = useOrganization()
  if (rights.permissions.has(props.permission)) return props.children
  return (
    <Blank
      title={t.noRight}
      text={t.noRightText(rightName(props.permission, t), organization.subject_name)}
    />
  )
}

/** Stands where there is nothing to show, and says what to do. */
export function Blank(props: { title: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div {...partProps('blank')}>
      <p {...partProps('subheading')}>{props.title}</p>
      <p {...partProps('text', 'blank-text')}>{props.text}</p>
      {props.children}
    </div>
  )
}

/** A date as people of the language write it; empty for none. */
export function dateOf(seconds: number, language: string): string {
  return seconds === 0
    ? ''
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(seconds * 1000)
}
