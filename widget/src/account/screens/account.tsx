import { useStore } from '@nanostores/react'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { AccountPageName } from '../../base/account-pages.ts'
import type { Account as User } from '../../client/calls/account.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ShownPage } from '../flows/sections.ts'
import { Closed } from './account-deletion/closed.tsx'
import { LoadingFailed } from './account/parts.tsx'
import { DeletionSection, ExportSection } from './data-page.tsx'
import { DevicesPage } from './devices-page.tsx'
import { OrganizationsPage } from './organizations-page.tsx'
import { AboutSection, NamesSection } from './profile-page.tsx'
import { Recovery } from './recovery.tsx'
import { useRoom } from './room.tsx'
import {
  AddressesSection,
  LinkedAccountsSection,
  PasswordSection,
  TwoStepSection,
} from './security-page.tsx'
import { SafetySection } from './safety.tsx'
import { SignIn } from './sign-in.tsx'

/** The account in the state that it is in. */
export function Account(props: {
  pages: readonly ShownPage[]
  path: string | undefined
}): ReactNode {
  const { room, t } = useRoom()
  const state = useStore(room.account.$state)
  const signIn = useStore(room.$signIn)
  const cancelAt = useStore(room.$cancelAt)
  // Scheduling the deletion ends the session, so do not ask to sign in again.
  if (cancelAt !== undefined) return <Closed cancelAt={cancelAt} onGo={room.signIn} />
  if (state.step === 'loading') return <Skeleton label={t.loading} count={5} />
  if (state.step === 'failed') {
    return (
      <div {...partProps('narrow')}>
        <LoadingFailed formError={state.formError} onRetry={() => void room.account.retry()} />
      </div>
    )
  }
  const isOut = state.step === 'signed-out'
  const { user } = state
  return (
    <>
      {(isOut || signIn !== undefined) && <SignIn view={signIn ?? 'login'} isOut={isOut} />}
      {user && (
        // Typed text stays until the same person signs in again; the key drops it for anybody else.
        <div
          key={user.accountId}
          {...partProps('account')}
          inert={isOut}
          hidden={isOut || signIn !== undefined}
        >
          <Identity user={user} />
          {user.recoveryReadyAt !== undefined && <Recovery readyAt={user.recoveryReadyAt} />}
          <Navigation {...props} />
          <Page {...props} user={user} />
        </div>
      )}
    </>
  )
}

/** Picture, name and address of the person. */
function Identity({ user }: { user: User }): ReactNode {
  const address = user.email || user.mobile || user.username
  return (
    <div {...partProps('identity')}>
      {user.backgroundUrl !== '' && (
        <img {...partProps('banner')} src={user.backgroundUrl} alt="" />
      )}
      <Logo url={user.pictureUrl} name={user.name || address} part="avatar-picture" />
      <p {...partProps('identity-names')}>
        <b>{user.name || address}</b>
        {user.name !== '' && <bdi>{address}</bdi>}
      </p>
    </div>
  )
}

/** Links to the pages; with `path` each has an address below it. */
function Navigation(props: { pages: readonly ShownPage[]; path: string | undefined }): ReactNode {
  const { room, t } = useRoom()
  const { page: here } = useStore(room.$place)
  const { pages, path } = props
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Where the strip is wider than its place, the present page is in sight.
    const { current } = list
    const link = current?.querySelector<HTMLElement>('[aria-current]')
    if (current && link) current.scrollLeft = link.offsetLeft - current.offsetLeft
  }, [here])
  if (pages.length < 2) return null
  const [first] = pages
  const below = path?.replace(/\/$/, '')

  function go(event: MouseEvent, page: AccountPageName): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    room.go({ page, section: undefined })
  }

  return (
    <nav {...partProps('rail')} aria-label={t.pagesLabel}>
      <ul ref={list}>
        {pages.map(({ name }) => {
          const shown = {
            ...partProps('rail-link'),
            'data-name': name,
            'aria-current': name === here ? ('page' as const) : undefined,
            onClick: (event: MouseEvent) => go(event, name),
          }
          return (
            <li key={name}>
              {path === undefined ? (
                <button type="button" {...shown}>
                  {t.pages[name]}
                </button>
              ) : (
                <a {...shown} href={name === first?.name ? path : `${below}/${name}`}>
                  {t.pages[name]}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Page(props: { pages: readonly ShownPage[]; user: User }): ReactNode {
  const { room, t } = useRoom()
  const { level } = useFrame()
  const { page, section } = useStore(room.$place)
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(page)
  useEffect(() => {
    // Whoever chose another page goes on reading at its title.
    if (before.current !== page && section === undefined) title.current?.focus()
    before.current = page
  }, [page, section])
  const shown = props.pages.find(({ name }) => name === page)
  const Level = level ?? 'h2'
  return (
    <div {...partProps('page')} data-name={page}>
      <Level {...partProps('page-title')} ref={title} tabIndex={-1}>
        {t.pages[page]}
      </Level>
      {shown && <Sections {...props} key={page} page={shown} />}
    </div>
  )
}

function Sections({ page, user }: { page: ShownPage; user: User }): ReactNode {
  const { sections } = page
  switch (page.name) {
    case 'profile':
      return (
        <>
          {sections.includes('names') && <NamesSection user={user} />}
          {sections.includes('about') && <AboutSection user={user} />}
        </>
      )
    case 'security':
      return (
        <>
          <SafetySection user={user} sections={sections} />
          {sections.includes('addresses') && <AddressesSection user={user} />}
          {sections.includes('password') && <PasswordSection user={user} />}
          {sections.includes('linked-accounts') && <LinkedAccountsSection />}
          {sections.includes('two-step') && <TwoStepSection user={user} />}
        </>
      )
    case 'devices':
      return <DevicesPage sections={sections} />
    case 'organizations':
      return <OrganizationsPage />
    case 'data':
      return (
        <>
          {sections.includes('export') && <ExportSection />}
          {sections.includes('deletion') && <DeletionSection />}
        </>
      )
  }
}
