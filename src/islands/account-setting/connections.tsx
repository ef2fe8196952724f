import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import {
  LinkedAccounts as ConnectionList,
  createLinkedAccountsFlow,
  useFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Storage key of the provider that the person left the page for. */
const LEFT_FOR = 'passport-left-for'

/** Lists linked accounts; nothing where the operator has configured no provider. */
export function LinkedAccounts(): ReactElement | null {
  const { instance, account, sessions, messages } = useAccountPage()
  const create = useCallback(
    (...of: [typeof instance, typeof account]) =>
      createLinkedAccountsFlow(...of, async () => {
        if (sessions.$list.get() === undefined) await sessions.load()
        return sessions.$list.get() ?? []
      }),
    [sessions],
  )
  const flow = useFlow(create, instance, account)
  const rows = useStore(flow.$rows)
  const list = useRef<HTMLDivElement>(null)
  const t = messages.connections
  // The page itself tells, so that nothing appears only to vanish.
  const isOffered = document.documentElement.dataset.providers !== ''
  useEffect(() => {
    if (isOffered) void flow.load()
  }, [flow, isOffered])
  useEffect(() => {
    const { current } = list
    current?.addEventListener('click', noteLeaving)
    return () => current?.removeEventListener('click', noteLeaving)
  }, [])
  useEffect(() => {
    const left = rows && sessionStorage.getItem(LEFT_FOR)
    if (!left) return
    sessionStorage.removeItem(LEFT_FOR)
    const linked = rows.find((row) => row.provider === left && row.linked !== undefined)
    if (linked === undefined) return
    toast.success(t.linked(linked.title))
    list.current?.closest('section')?.focus()
  }, [rows, t])
  if (!isOffered || rows?.length === 0) return null
  return (
    <Section name="connections" title={t.title} text={t.text}>
      <div className="room" ref={list}>
        <ScreenFrame name="connections">
          <ConnectionList flow={flow} onGo={(name) => instance.go({ name })} />
        </ScreenFrame>
      </div>
    </Section>
  )
}

// The callback returns to the top of the page, which then has to say what was linked.
function noteLeaving({ target }: MouseEvent): void {
  const link = target instanceof Element && target.closest('a')
  const platform = link && new URL(link.href).searchParams.get('platform')
  if (platform) sessionStorage.setItem(LEFT_FOR, platform)
}
