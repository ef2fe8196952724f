import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Permission } from '#protocol/permissions.ts'
import { createActivityFlow } from '../flows/activity.ts'
import { createRulesFlow } from '../flows/rules.ts'
import { createTransferFlow, type TransferFlow } from '../flows/transfer.ts'
import { createInvitationsFlow } from '../flows/invitations.ts'
import { createMembersFlow } from '../flows/members.ts'
import { createOrganizationSettingsFlow } from '../flows/organization-settings.ts'
import type { OrganizationStore } from '../flows/organization-store.ts'
import { createPeopleQuery, noFilter, type PeopleQuery } from '../flows/people.ts'
import { createRolesFlow } from '../flows/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Activity } from './activity.tsx'
import { EnterpriseProvider, OrganizationLogo, useEnterprise, useOrganization } from './frame.tsx'
import { OrganizationGate } from './gate.tsx'
import { Transfer } from './transfer.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import { Rules } from './rules.tsx'
import { OrganizationSettings } from './settings.tsx'

/** Permission that shows each tab; `hand-over` is shown to its successor too. */
const permissionOf = {
  members: 'deputy.read',
  roles: 'role.read',
  rules: 'policy.read',
  activity: 'audit.read',
  'hand-over': 'admin.transfer',
  settings: 'subject.read',
} as const satisfies Record<string, Permission>

export type Tab = keyof typeof permissionOf

const tabs = Object.keys(permissionOf) as Tab[]

export function Console(props: {
  store: OrganizationStore
  t: EnterpriseMessages
  /** Name of the tab to open first. */
  first: string
}): ReactNode {
  const { store, t } = props
  const roles = useMemo(() => createRolesFlow(store, t), [store, t])
  const frame = useMemo(() => ({ store, t, roles }), [store, t, roles])
  useEffect(() => {
    void store.load()
    return () => roles.dispose()
  }, [store, roles])
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    element?.addEventListener('keydown', findSearch)
    return () => element?.removeEventListener('keydown', findSearch)
  }, [])
  const question = useStore(store.$question)
  return (
    <EnterpriseProvider frame={frame}>
      <div {...partProps('console')} ref={root}>
        <Bar />
        <OrganizationGate>
          <ConsoleTabs first={props.first} root={root} />
        </OrganizationGate>
        {question && (
          <QuestionDialog asker={store} question={question} words={{ ...t.effect, back: t.back }} />
        )}
      </div>
      <NoticeBar store={store} />
    </EnterpriseProvider>
  )
}

/** The organization's name is the heading; on our own page the only first one. */
function Bar(): ReactNode {
  const { store } = useEnterprise()
  const Level = useFrame().settings.pages === undefined ? 'h2' : 'h1'
  const state = useStore(store.$state)
  const name = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // What had the focus is gone: a form, a list, or the console before it was loaded again.
    if (state.at === 'ready' && !isFirst.current) name.current?.focus()
    if (state.at !== 'loading') isFirst.current = false
  }, [state.at])
  return (
    <div {...partProps('bar')}>
      {state.at === 'ready' && (
        <Level {...partProps('organization')} ref={name} tabIndex={-1}>
          <OrganizationLogo organization={state.organization} />
          <span>{state.organization.organizationName}</span>
        </Level>
      )}
    </div>
  )
}

/** Elements in which the slash key must not move the focus. */
const TYPED = 'input:not([type=checkbox]), textarea, select, dialog'

/** The slash key moves the focus to the search field. */
function findSearch(event: KeyboardEvent): void {
  const { target, currentTarget } = event
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (target instanceof Element && target.closest(TYPED)) return
  const search =
    currentTarget instanceof Element && currentTarget.querySelector<HTMLElement>('[data-search]')
  if (!search) return
  event.preventDefault()
  search.focus()
}

/** To what links and `view` lead: a tab, the invitations that wait, or the form that invites. */
export const places = [...tabs, 'invitations', 'invite'] as const

type Place = (typeof places)[number]

export function toPlace(name: string): Place | undefined {
  return places.find((one) => one === name)
}

/** Returns what is open; on pages of our site the URL's hash holds it. */
function usePlace(first: string): [Place, (tab: Tab) => void] {
  const isOwnPage = useFrame().settings.pages !== undefined
  const fromAddress = (): Place | undefined =>
    isOwnPage ? toPlace(location.hash.slice(1)) : undefined
  const [place, setPlace] = useState<Place>(() => fromAddress() ?? toPlace(first) ?? 'members')
  useEffect(() => {
    if (!isOwnPage) return undefined
    const follow = (): void => setPlace(toPlace(location.hash.slice(1)) ?? 'members')
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [isOwnPage])
  return [
    place,
    (next) => {
      setPlace(next)
      if (isOwnPage) history.replaceState(history.state, '', `#${next}`)
    },
  ]
}

/** Returns the flows of the tabs; another organization gets new ones, without input or selection of this one. */
function useTabFlows() {
  const { store, t, roles } = useEnterprise()
  const id = useOrganization().organization.organizationId
  const flows = useMemo(() => {
    const people = createPeopleQuery(store)
    return {
      id,
      people,
      members: createMembersFlow(store, t, people),
      invitations: createInvitationsFlow(store, t, people),
      rules: createRulesFlow(store, t),
      activity: createActivityFlow(store),
      transfer: createTransferFlow(store, t),
      settings: createOrganizationSettingsFlow(store, t),
    }
  }, [id, store, t])
  useEffect(() => {
    if (store.may('role.read')) void roles.query.load()
    return () => {
      flows.people.dispose()
      flows.invitations.dispose()
      flows.activity.dispose()
      flows.transfer.dispose()
    }
  }, [store, flows, roles])
  return flows
}

/** Returns whether the person has a use for a tab. */
function useShownTabs(transfer: TransferFlow): (tab: Tab) => boolean {
  const { isManager, permissions } = useOrganization().rights
  const { at } = useStore(transfer.$step)
  useEffect(() => {
    // Only the successor of an open hand-over has to find it.
    if (!isManager) void transfer.load()
  }, [isManager, transfer])
  return (tab) =>
    permissions.has(permissionOf[tab]) ||
    (tab === 'hand-over' && (at === 'asked' || at === 'has-agreed'))
}

function ConsoleTabs(props: { first: string; root: RefObject<HTMLElement | null> }): ReactNode {
  const { store, t, roles } = useEnterprise()
  const [place, setTab] = usePlace(props.first)
  const tab = tabs.find((one) => one === place) ?? 'members'
  const flows = useTabFlows()
  const { people, invitations } = flows
  useEffect(() => {
    if (place === 'invite' && store.may('invite.create')) invitations.go({ at: 'new' })
    if (place === 'invitations') people.filter({ ...noFilter, state: 'pending' })
    // The list loads itself; other tabs want the number of people.
    else if (tab !== 'members' && people.$all.get() === undefined) void people.load()
  }, [place, tab, store, people, invitations])
  const isShown = useShownTabs(flows.transfer)
  const counts = useCounts(people)
  useChosenInView(props.root, tab, Object.values(counts).join())
  return (
    <Tabs
      label={t.tabsLabel}
      // The chosen one stays, and says what the person lacks.
      tabs={tabs
        .filter((name) => name === tab || isShown(name))
        .map((name) => ({ name, label: t.tabs[name], count: counts[name] }))}
      chosen={tab}
      onChoose={(next) => {
        store.showNotice('')
        setTab(next)
      }}
    >
      {tab === 'members' && <People flows={flows} />}
      {tab === 'roles' && <Roles flow={roles} />}
      {tab === 'rules' && <Rules flow={flows.rules} />}
      {tab === 'activity' && <Activity flow={flows.activity} />}
      {tab === 'hand-over' && (
        <Transfer
          flow={flows.transfer}
          onDone={() => {
            setTab('members')
            void store.load()
          }}
        />
      )}
      {tab === 'settings' && <OrganizationSettings flow={flows.settings} />}
    </Tabs>
  )
}

/** Scrolls the strip of tabs, and not the page, to the chosen one, also when counts have moved it. */
function useChosenInView(root: RefObject<HTMLElement | null>, tab: Tab, counts: string): void {
  useEffect(() => {
    const chosen = root.current?.querySelector('[role=tab][aria-selected=true]')
    const strip = chosen?.parentElement
    if (!chosen || !strip) return
    const [at, around] = [chosen.getBoundingClientRect(), strip.getBoundingClientRect()]
    strip.scrollBy({ left: at.left + at.width / 2 - around.left - around.width / 2 })
  }, [root, tab, counts])
}

/** Returns what is behind some of the tabs: people with waiting invitations, and roles. */
function useCounts(people: PeopleQuery): Partial<Record<Tab, string>> {
  const { language } = useFrame().messages
  const { roles } = useEnterprise()
  const all = useStore(people.$all)
  const { total, step } = useStore(roles.query.$state)
  return {
    ...(all && { members: (all.members + all.invitations).toLocaleString(language) }),
    ...(step === 'ready' && { roles: total.toLocaleString(language) }),
  }
}
