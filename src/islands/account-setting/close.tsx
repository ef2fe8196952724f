import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactElement } from 'react'
import {
  AccountDeletionScreen,
  createAccountDeletionFlow,
  useFlow,
  type AccountDeletionFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Schedules the deletion of the account; fetches nothing until somebody asks for it. */
export function Close({ flow }: { flow: AccountDeletionFlow }): ReactElement {
  const { messages } = useAccountPage()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const t = messages.close
  return (
    <Section name="close" title={t.title} text={t.text}>
      {isOpen ? (
        <CloseSteps
          flow={flow}
          onCancel={() => {
            setOpen(false)
            // The button is rendered again only after this handler.
            setTimeout(() => button.current?.focus())
          }}
        />
      ) : (
        <button ref={button} className="button danger" onClick={() => setOpen(true)}>
          {t.button}
        </button>
      )}
    </Section>
  )
}

/** The steps of a deletion, also shown when the account is gone. */
export function CloseSteps(props: {
  flow: AccountDeletionFlow
  onCancel?: () => void
}): ReactElement {
  const { instance } = useAccountPage()
  return (
    <ScreenFrame name="close">
      <AccountDeletionScreen
        flow={props.flow}
        hasFocus
        onGo={(name) => instance.go({ name })}
        onCancel={props.onCancel}
      />
    </ScreenFrame>
  )
}

/** Returns the deletion flow and whether it has finished. */
export function useClosing(): { flow: AccountDeletionFlow; isClosed: boolean } {
  const { instance, account } = useAccountPage()
  const flow = useFlow(createAccountDeletionFlow, instance, account)
  return { flow, isClosed: useStore(flow.$step).at === 'closed' }
}
