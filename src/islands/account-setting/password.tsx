import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, type ReactElement } from 'react'
import type { User } from '#protocol/objects.ts'
import { OwnPasswordForm, TaskNotice, createOwnPasswordFlow } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Sets the password, or changes it. */
export function Password({ user }: { user: User }): ReactElement {
  const { instance, account, words } = useAccountPage()
  const flow = useMemo(() => createOwnPasswordFlow(instance, account), [instance, account])
  const done = useStore(flow.$done)
  const isBusy = useStore(flow.$isBusy)
  const hasProblem = useStore(flow.$problem) !== undefined
  const place = useRef<HTMLDivElement>(null)
  const t = words.password
  useEffect(() => {
    // What was typed is not kept; the focus stays where it is.
    if (done && !isBusy && !hasProblem) place.current?.querySelector('form')?.reset()
  }, [done, isBusy, hasProblem])
  return (
    <Section title={t.title} text={t.text}>
      <Room name="password">
        <div className="pl-listed" ref={place}>
          <TaskNotice task={flow} info={done && t.done[done]} />
          <OwnPasswordForm
            flow={flow}
            user={user}
            onForgot={() => instance.go({ name: 'reset-password' })}
          />
        </div>
      </Room>
    </Section>
  )
}
