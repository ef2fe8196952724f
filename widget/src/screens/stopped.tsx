// What stands instead of a sign-in that no other try would change.
import { useMemo, type ReactNode } from 'react'
import { createCancelDeletionFlow } from '../flows/cancel-deletion.ts'
import { rejectionText } from '../flows/form-error.ts'
import { useMessages } from '../ui/frame.tsx'
import { BlockedScreen } from './blocked/screen.tsx'
import { CancelDeletionScreen } from './cancel-deletion/screen.tsx'
import type { LazyProps } from './lazy-screens.ts'

/** The screen of an account that may not sign in. */
export function Blocked({ instance, view }: LazyProps<'blocked'>): ReactNode {
  const { rejection } = view
  const text = rejectionText(rejection, useMessages())
  return <BlockedScreen rejection={rejection} text={text} onGo={(name) => instance.go({ name })} />
}

/** The screen of an account that is being closed. */
export function CancelDeletion({ instance, view }: LazyProps<'keep-account'>): ReactNode {
  const { rejection } = view
  const flow = useMemo(() => createCancelDeletionFlow(instance, rejection), [instance, rejection])
  return (
    <CancelDeletionScreen
      flow={flow}
      rejection={rejection}
      text={rejectionText(rejection, useMessages())}
      onGo={(name) => instance.go({ name })}
    />
  )
}
