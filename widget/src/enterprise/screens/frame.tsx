import { useStore } from '@nanostores/react'
import { createContext, use, useEffect, type ReactNode } from 'react'
import type { Organization } from '../../client/calls/organizations.ts'
import type { Role } from '../../client/calls/roles.ts'
import { roleNameOf } from '../flows/members.ts'
import type { OrganizationState, OrganizationStore } from '../flows/organization-store.ts'
import type { RolesFlow } from '../flows/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'

/** Context of all components of one console. */
export interface EnterpriseFrame {
  store: OrganizationStore
  t: EnterpriseMessages
  roles: RolesFlow
}

const EnterpriseContext = createContext<EnterpriseFrame | undefined>(undefined)

export function EnterpriseProvider(props: {
  frame: EnterpriseFrame
  children: ReactNode
}): ReactNode {
  return <EnterpriseContext value={props.frame}>{props.children}</EnterpriseContext>
}

/** Returns the context of the console. @throws outside of one */
export function useEnterprise(): EnterpriseFrame {
  const frame = use(EnterpriseContext)
  if (frame === undefined)
    throw new Error('passport-enterprise: a part is used outside its element')
  return frame
}

/** Returns the organization and who manages it. @throws before they are loaded */
export function useOrganization(): Extract<OrganizationState, { at: 'ready' }> {
  const state = useStore(useEnterprise().store.$state)
  if (state.at !== 'ready') throw new Error('passport-enterprise: no organization is loaded')
  return state
}

/** The logo of an organization. */
export function OrganizationLogo({ organization }: { organization: Organization }): ReactNode {
  return <Logo url={organization.logoUrl} name={organization.organizationName} part="logo" />
}

/** Returns all roles, and names by key; an unknown key is its own name. */
export function useRoles(): { list: readonly Role[]; nameOf: (key: string) => string } {
  const { roles, t } = useEnterprise()
  const { rows } = useStore(roles.query.$state)
  return {
    list: rows,
    nameOf(key) {
      const role = rows.find((one) => one.roleKey === key)
      return role
        ? roleNameOf(role, t)
        : roleNameOf({ roleKey: key, roleName: key, isBuiltIn: true }, t)
    },
  }
}

/** Returns the name of a permission; an unknown one is its own name. */
export function rightName(permission: string, t: EnterpriseMessages): string {
  const names: Readonly<Record<string, string>> = t.roles.permissions
  return names[permission] ?? permission
}

/** Loads and shows a part to those who may see it, and tells others what they lack. */
export function WithRight(props: {
  permission: string
  load: () => Promise<unknown>
  children: ReactNode
}): ReactNode {
  const { permission, load } = props
  const { store, t } = useEnterprise()
  const { organization, rights } = useOrganization()
  const isAllowed = rights.permissions.has(permission)
  useEffect(() => {
    // The right may have been given meanwhile, or the membership frozen.
    void (isAllowed ? load() : store.refreshRights())
  }, [isAllowed, load, store])
  if (isAllowed) return props.children
  return (
    <Blank
      title={t.noRight}
      text={t.noRightText(rightName(permission, t), organization.organizationName)}
    />
  )
}

/** A placeholder for an empty list or a missing permission. */
export function Blank(props: { title: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div {...partProps('blank')}>
      <p {...partProps('subheading')}>{props.title}</p>
      <p {...partProps('text', 'blank-text')}>{props.text}</p>
      {props.children}
    </div>
  )
}

/** Returns why nothing irreversible is possible after a hand-over, and until when; empty without one. */
export function useHold(): string {
  const { t } = useEnterprise()
  const { language } = useFrame().messages
  const { holdUntil: until } = useOrganization().organization
  return until === 0 ? '' : holdText(until, t.transfer, language)
}

/** Says until when nothing irreversible is possible after a hand-over. */
export function holdText(
  until: number,
  t: EnterpriseMessages['transfer'],
  language: string,
): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return t.heldUntil(format.format(until * 1000))
}

/** Returns the date of a Unix time; empty for 0. */
export function dateOf(seconds: number, language: string): string {
  return seconds === 0
    ? ''
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(seconds * 1000)
}
