import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import type { Instance } from '../base/instance.ts'
import { Dialog } from './dialog.tsx'
import { FrameProvider } from './frame.tsx'
import { LazyScreen } from './lazy-screen.tsx'
import { partProps } from './part-props.ts'
import { LazyTwoStepScreen } from './two-step/lazy-screen.tsx'

/** An element for people who are signed in: its content, or why the account is blocked in place of it. */
export function ElementFrame(props: {
  instance: Instance
  root: 'root-account' | 'root-wide'
  /** Shows what was done, where the element has notices. */
  onDone?: (text: string) => void
  children: ReactNode
}): ReactNode {
  const { instance, root, onDone, children } = props
  const settings = useStore(instance.$settings)
  const messages = useStore(instance.$messages)
  const view = useStore(instance.$view)
  const second = useStore(instance.$second)
  const frame = useMemo(
    () => ({
      prefix: instance.prefix,
      settings,
      messages,
      returnQuery: '',
      level: 'h2' as const,
      ...(onDone && { onDone }),
    }),
    [instance, settings, messages, onDone],
  )
  return (
    <FrameProvider frame={frame}>
      <div {...partProps('root', root)} id={instance.prefix} lang={messages.language}>
        {view.name === 'login' || view.name === 'done' ? (
          children
        ) : (
          <div {...partProps('card')}>
            <LazyScreen instance={instance} view={view} hasFocus />
          </div>
        )}
        {second && (
          // Over the content, whose call continues after the second step.
          <Dialog label={messages.secondVerify.title} onClose={second.close}>
            <LazyTwoStepScreen instance={instance} request={second} />
          </Dialog>
        )}
      </div>
    </FrameProvider>
  )
}
