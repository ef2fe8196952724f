import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { PassportEvents } from '../../base/events.ts'
import { isOtherOrigin } from '../../base/instance.ts'
import type { StartView } from '../../base/settings.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { Cancel } from './account/parts.tsx'
import { useRoom } from './room.tsx'

/** `<passport-login>` in place of the account, or a link to the page that signs in. */
export function SignIn(props: {
  view: StartView
  /** Whether nobody is signed in; otherwise the person can go back. */
  isOut: boolean
}): ReactNode {
  const { room, signInPage } = useRoom()
  const { own } = useMessages()
  const [isRefused, setRefused] = useState(false)
  return (
    <div {...partProps('narrow')}>
      {isRefused ? (
        <OnOwnPage />
      ) : signInPage !== undefined && props.view === 'login' ? (
        <SignInLink address={signInPage} isOut={props.isOut} />
      ) : (
        <Login {...props} onRefused={setRefused} />
      )}
      {!props.isOut && <Cancel onClick={() => room.signIn(undefined)}>{own.cancel}</Cancel>}
    </div>
  )
}

function SignInLink({ address, isOut }: { address: string; isOut: boolean }): ReactNode {
  const { common, own } = useMessages()
  const query = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <>
      <Head
        title={isOut ? own.signedOut : own.signInAgain}
        text={isOut ? own.signedOutText : own.signInAgainText}
      />
      <a {...partProps('button')} href={`${address}?${query}`}>
        {common.signIn}
      </a>
    </>
  )
}

/** The account server's own page, for a browser that keeps no session for this one. */
function OnOwnPage(): ReactNode {
  const { t } = useRoom()
  const { server, language } = useFrame().settings
  return (
    <>
      <Head title={t.openElsewhere} />
      <a {...partProps('button')} href={`${server}/form/account?language=${language}`}>
        {t.openAt(new URL(server).host)}
      </a>
    </>
  )
}

/** Loads the sign-in from the account server, unless the page has it already. */
async function loadLogin(server: string): Promise<true> {
  if (!customElements.get('passport-login')) {
    await import(/* @vite-ignore */ `${server}/passport-login.js`)
  }
  return true
}

function Login(props: {
  view: StartView
  isOut: boolean
  onRefused: (isRefused: boolean) => void
}): ReactNode {
  const { view, isOut, onRefused } = props
  const { room } = useRoom()
  const { own } = useMessages()
  const { settings } = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const { aid, server, language, providers } = settings
  const load = useCallback(() => loadLogin(server), [server])
  const { loaded: isReady, waiting } = useLoaded(load)

  // One form for as long as it is needed: what is typed stays when the page or the session changes.
  const [login] = useState(() => document.createElement('passport-login'))
  useEffect(() => {
    const attributes = { aid, server, view, lang: language, providers: providers.join(' ') }
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== '' || name === 'server') login.setAttribute(name, String(value))
      else login.removeAttribute(name)
    }
  }, [login, aid, server, view, language, providers])

  useEffect(() => {
    const stop = new AbortController()
    const on = (name: string, listener: (event: Event) => void): void =>
      login.addEventListener(name, listener, { signal: stop.signal })
    on('passport-success', (event) => {
      // The account takes the place of the form.
      event.preventDefault()
      room.signIn(undefined)
      void room.account.load()
    })
    const keepIn = (event: Event): void => event.stopPropagation()
    // Its screens are no pages of the account.
    on('passport-ready', keepIn)
    on('passport-view', keepIn)
    on('passport-session', (event) => {
      // Whoever signs in once more must not be led past the form.
      if (!isOut) event.preventDefault()
      keepIn(event)
    })
    on('passport-error', (event) => {
      const { detail } = event as CustomEvent<PassportEvents['passport-error']>
      if (detail.reason === 'session' && isOtherOrigin(server)) onRefused(true)
    })
    return () => stop.abort()
  }, [login, room, isOut, server, onRefused])

  useEffect(() => {
    if (isReady) place.current?.replaceChildren(login)
  }, [isReady, login])

  return (
    <>
      {waiting.hasFailed && <Waiting {...waiting} />}
      {!waiting.hasFailed && !isReady && <Skeleton label={own.loading} />}
      <div ref={place} />
    </>
  )
}
