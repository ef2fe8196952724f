// What stands instead of a sign-in that no other try would change.
import { useMemo, type ReactNode } from 'react'
import { createKeepAccountFlow } from '../flows/keep-account.ts'
import { refusalText } from '../flows/problem.ts'
import { useMessages } from '../ui/frame.tsx'
import { BlockedScreen } from './blocked/screen.tsx'
import { KeepAccountScreen } from './keep-account/screen.tsx'
import type { LazyProps } from './lazy-screens.ts'

/** The screen of an account that may not sign in. */
export function Blocked({ instance, view }: LazyProps<'blocked'>): ReactNode {
  const { refusal } = view
  const text = refusalText(refusal, useMessages())
  return <BlockedScreen refusal={refusal} text={text} onGo={(name) => instance.go({ name })} />
}

/** The screen of an account that is being closed. */
export function KeepAccount({ instance, view }: LazyProps<'keep-account'>): ReactNode {
  const { refusal } = view
  const flow = useMemo(() => createKeepAccountFlow(instance, refusal), [instance, refusal])
  return (
    <KeepAccountScreen
      flow={flow}
      refusal={refusal}
      text={refusalText(refusal, useMessages())}
      onGo={(name) => instance.go({ name })}
    />
  )
}
