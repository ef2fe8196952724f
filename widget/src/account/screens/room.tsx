import { useStore } from '@nanostores/react'
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import type { AccountMessages } from '../../messages/account-messages.ts'
import type { Shown } from '../../ui/flows/form-action.ts'
import { createAccountAction } from '../flows/account-store.ts'
import type { AccountRoom } from '../flows/account-room.ts'

interface Context {
  room: AccountRoom
  t: AccountMessages
  /** Address of the page with the console of an organization; undefined without one. */
  consolePage: string | undefined
  /** Address of the page that signs in; undefined to sign in here. */
  signInPage: string | undefined
}

const RoomContext = createContext<Context | undefined>(undefined)

/** Provides what `useRoom` returns. */
export function RoomProvider(props: { value: Context; children: ReactNode }): ReactNode {
  return <RoomContext value={props.value}>{props.children}</RoomContext>
}

/** What the sections of this element share. */
export function useRoom(): Context {
  const context = use(RoomContext)
  if (!context) throw new Error('passport-account: a section is used outside its element')
  return context
}

/** Makes what a section works with, and disposes of it with the section; `create` must be stable. */
export function useOwn<Own extends object>(create: (room: AccountRoom) => Own): Own {
  const { room } = useRoom()
  const own = useMemo(() => create(room), [create, room])
  useEffect(
    () => () => {
      if ('dispose' in own && typeof own.dispose === 'function') own.dispose()
    },
    [own],
  )
  return own
}

interface Act extends Shown {
  isBusy: boolean
  /** Runs a call and then shows `done`; false where it failed, which the notice says. */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>
}

/** An action of a row or a section. */
export function useAct(): Act {
  const { room } = useRoom()
  const formAction = useMemo(() => createAccountAction(room.instance, room.account, {}), [room])
  return {
    ...formAction.shown,
    isBusy: useStore(formAction.$isBusy),
    async run(work, done = '') {
      const isDone = await formAction.run(async () => {
        await work()
      })
      if (isDone) room.showNotice(done)
      return isDone
    },
  }
}
