import { useStore } from '@nanostores/react'
import { useMemo, type ReactElement } from 'react'
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
  const t = words.password
  return (
    <Section title={t.title} text={t.text}>
      <Room name="password">
        <div className="pl-listed">
          <TaskNotice task={flow} info={done && t.done[done]} />
          {/* A new form for the next change: what was typed is not kept. */}
          <OwnPasswordForm
            key={`${user.has_password} ${done}`}
            flow={flow}
            user={user}
            onForgot={() => instance.go({ name: 'reset-password' })}
          />
        </div>
      </Room>
    </Section>
  )
}
