// Screens for rejections that another attempt would not change.
import { useMemo, type ReactNode } from 'react'
import { createCancelDeletionFlow } from '../flows/cancel-deletion.ts'
import { createMoveFlow } from '../flows/move.ts'
import { rejectionText } from '../../ui/flows/form-error.ts'
import { useMessages } from '../../ui/frame.tsx'
import { BlockedScreen } from './blocked/screen.tsx'
import { CancelDeletionScreen } from './cancel-deletion/screen.tsx'
import { FailedScreen } from './failed/screen.tsx'
import type { LazyProps } from '../../ui/screen-props.ts'
import { MovedScreen, MoveScreen } from './move/screen.tsx'

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
      text={rejectionText(rejection, useMessages())}
      logId={rejection.logId}
      onGo={(name) => instance.go({ name })}
    />
  )
}

/** The screen of a linked account or an address that another account has. */
export function Move({ instance, view }: LazyProps<'move'>): ReactNode {
  const { rejection } = view
  const flow = useMemo(() => createMoveFlow(instance, rejection), [instance, rejection])
  return (
    <MoveScreen
      flow={flow}
      destination={instance.destination()}
      onGo={(name) => instance.go({ name })}
    />
  )
}

/** The screen of what has been moved here. */
export function Moved({ view }: LazyProps<'moved'>): ReactNode {
  return <MovedScreen destination={view.destination} />
}

/** The screen for rejections that have no screen of their own. */
export function Failed({ instance, view }: LazyProps<'failed'>): ReactNode {
  return <FailedScreen rejection={view.rejection} onGo={(name) => instance.go({ name })} />
}
