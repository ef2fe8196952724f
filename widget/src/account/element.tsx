import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { defineElement, type ContentProps } from '../ui/define-element.tsx'
import type { PassportEvents } from '../base/events.ts'
import { dispatch } from '../base/emit.ts'
import type { AccountMessages } from '../messages/account-messages.ts'
import { loadAccountMessages } from '../messages/load-account-messages.ts'
import accountCss from '../styles/account.css'
import accountPagesCss from '../styles/account-pages.css'
import logoCss from '../styles/logo.css'
import screensCss from '../styles/screens.css'
import shellCss from '../styles/shell.css'
import smallPartsCss from '../styles/small-parts.css'
import { ElementFrame } from '../ui/element-frame.tsx'
import { NoticeBar } from '../ui/notice-bar.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { renewPasskeyNames } from '../client/calls/passkeys.ts'
import { createAccountRoom, noticeOf, type AccountRoom } from './flows/account-room.ts'
import {
  placeNamed,
  refusedSections,
  shownPages,
  ownErrors,
  type RefusedSections,
} from './flows/sections.ts'
import { Account } from './screens/account.tsx'
import { RoomProvider } from './screens/room.tsx'

/** Attributes of `<passport-account>`; the contract describes them. */
export const accountAttributeNames = [
  'aid',
  'server',
  'lang',
  'theme',
  'pages',
  'providers',
  'view',
  'sections',
  'path',
  'console',
  'sign-in',
] as const

/** Defines `<passport-account>` once per page. */
export function defineAccount(options: { server: string; sealRoot: string }): void {
  defineElement(
    {
      tag: 'passport-account',
      prefix: 'pla',
      attributeNames: accountAttributeNames,
      css: shellCss + screensCss + smallPartsCss + logoCss + accountCss + accountPagesCss,
      // Names a page, and no screen of the sign-in.
      toSettings: (attributes) => ({ ...attributes, view: undefined }),
      ownErrors,
      async load(language) {
        const [{ messages }, { account }] = await loadAccountMessages[language]()
        return [messages, account]
      },
      Content,
    },
    options,
  )
}

function Content({ host, instance, t, attribute }: ContentProps<AccountMessages>): ReactNode {
  const { aid, server } = useStore(instance.$settings)
  const messages = useStore(instance.$messages)
  const written = attribute('sections')
  const refused = useMemo(() => refusedSections({ aid, server }), [aid, server])
  const pages = useMemo(() => shownPages(written, refused), [written, refused])
  const named = attribute('view') ?? ''
  const place = useMemo(() => placeNamed(named, pages), [named, pages])
  const [room] = useState(() =>
    createAccountRoom(instance, (name, detail) => dispatch(host, name, detail), place),
  )
  useEffect(() => room.show(place), [room, place])
  useEffect(() => tellRefused(refused), [refused])
  useLife(host, room)
  const context = { room, t, consolePage: attribute('console'), signInPage: attribute('sign-in') }
  const question = useStore(room.$question)
  return (
    <RoomProvider value={context}>
      <ElementFrame instance={instance} root="root-account" onDone={room.showNotice}>
        <Account pages={pages} path={attribute('path')} />
        {question && (
          <QuestionDialog
            asker={room}
            question={question}
            words={{ loading: t.loading, progress: () => '', back: messages.own.cancel }}
          />
        )}
        <NoticeBar store={room} />
      </ElementFrame>
    </RoomProvider>
  )
}

const told = new Set<string>()

/** Logs once which sections are left out, and why. */
function tellRefused(refused: RefusedSections): void {
  for (const [name, reason] of Object.entries(refused)) {
    if (told.has(name)) continue
    told.add(name)
    // oxlint-disable-next-line no-console
    console.info(`passport-account: the section "${name}" is left out, since ${reason}.`)
  }
}

/** Loads the account, follows other tabs, and tells of failed calls. */
function useLife(host: HTMLElement, room: AccountRoom): void {
  useEffect(() => {
    const { instance, account } = room
    dispatch(host, 'passport-ready', { view: room.$place.get().page })
    void account.load()
    const stop = new AbortController()
    const { signal } = stop
    // Another tab may have signed in again, or somebody else, whose account this page must not change.
    const look = (): void => {
      if (document.visibilityState === 'visible') void account.checkSession()
    }
    document.addEventListener('visibilitychange', look, { signal })
    const tell = (event: Event): void => {
      if (event.target !== host || event.defaultPrevented) return
      const { detail } = event as CustomEvent<PassportEvents['passport-error']>
      const text = noticeOf(detail, instance.$messages.get())
      if (!text) return
      // Most screens say it themselves, and are drawn by then.
      setTimeout(() => {
        for (const said of host.querySelectorAll('.pl-notice-error > p')) {
          if (text.startsWith(said.textContent)) return
        }
        room.showNotice(text, 'failed')
      })
    }
    host.addEventListener('passport-error', tell, { signal })
    // The reply to a change of the profile tells less than the account does.
    const onChanged = (): void => {
      void account.load()
      void renewPasskeyNames(instance.client().send)
    }
    host.addEventListener('passport-changed', onChanged, { signal })
    return () => stop.abort()
  }, [host, room])
}
