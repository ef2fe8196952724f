import { useStore } from '@nanostores/react'
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createLoginFlow } from './flows/login.ts'
import type { View } from '../base/views.ts'
import type { Instance } from '../base/instance.ts'
import type { Messages } from '../messages/messages.ts'
import { DoneScreen } from './screens/done/screen.tsx'
import { Providers } from '../ui/providers/providers.tsx'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { LoginScreen } from './screens/login/screen.tsx'
import { LazyTwoStepScreen } from '../ui/two-step/lazy-screen.tsx'
import { WithFlow } from '../ui/with-flow.tsx'
import type { StartView } from '../base/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { partProps } from '../ui/part-props.ts'

/** Everything in the root of an element. */
export function App({ instance }: { instance: Instance }): ReactNode {
  const settings = useStore(instance.$settings)
  const messages = useStore(instance.$messages)
  const view = useStore(instance.$view)
  const second = useStore(instance.$second)
  const isOpen = useStore(instance.$isOpen)
  const [first] = useState(view)
  // A server that renders markup does not know the address, so it is read after hydration.
  const returnQuery = useSyncExternalStore(
    subscribeToNothing,
    () => instance.returnQuery(),
    () => '',
  )
  const frame = useMemo(
    () => ({ prefix: instance.prefix, settings, messages, returnQuery }),
    [instance, settings, messages, returnQuery],
  )

  const cards = (
    <>
      <div {...partProps('card')} hidden={second !== undefined}>
        <Screen
          key={`${view.name} ${instance.round()}`}
          instance={instance}
          view={view}
          hasFocus={view !== first}
        />
        {!settings.providersFirst && (view.name === 'login' || view.name === 'sign-up') && (
          <Providers instance={instance} />
        )}
      </div>
      {second && <LazyTwoStepScreen instance={instance} request={second} />}
    </>
  )
  return (
    <FrameProvider frame={frame}>
      {settings.isDialog
        ? isOpen && (
            <Dialog
              label={dialogLabel(settings.view, messages.common)}
              onClose={() => {
                instance.close()
                instance.cancel()
              }}
            >
              {cards}
            </Dialog>
          )
        : cards}
    </FrameProvider>
  )
}

function dialogLabel(
  view: StartView,
  { signUp, resetPassword, signIn }: Messages['common'],
): string {
  if (view === 'sign-up') return signUp
  return view === 'reset-password' ? resetPassword : signIn
}

// The address does not change while the element exists.
function subscribeToNothing(): () => void {
  return () => undefined
}

function Screen(props: { instance: Instance; view: View; hasFocus: boolean }): ReactNode {
  const { instance, view } = props
  if (view.name === 'login') {
    return <WithFlow {...props} screen={LoginScreen} create={createLoginFlow} />
  }
  if (view.name === 'done') {
    return <DoneScreen view={view} onConfirm={() => instance.go({ name: 'addresses' })} />
  }
  return <LazyScreen {...props} view={view} />
}
