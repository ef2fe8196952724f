import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, type ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import {
  AccountPasswordForm,
  ActionNotice,
  createAccountPasswordFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Sets or changes the password. */
export function Password({ user }: { user: Account }): ReactElement {
  const { instance, account, messages } = useAccountPage()
  const flow = useMemo(() => createAccountPasswordFlow(instance, account), [instance, account])
  const done = useStore(flow.$done)
  const isBusy = useStore(flow.$isBusy)
  const hasProblem = useStore(flow.$formError) !== undefined
  const place = useRef<HTMLDivElement>(null)
  const t = messages.password
  useEffect(() => {
    // Clears the fields and leaves the focus where it is.
    if (done && !isBusy && !hasProblem) place.current?.querySelector('form')?.reset()
  }, [done, isBusy, hasProblem])
  return (
    <Section name="password" title={t.title} text={t.text}>
      <ScreenFrame name="password">
        <div className="pl-listed" ref={place}>
          <AccountPasswordForm
            flow={flow}
            user={user}
            onForgot={() => instance.go({ name: 'reset-password' })}
          />
          <ActionNotice formAction={flow} />
        </div>
      </ScreenFrame>
    </Section>
  )
}
