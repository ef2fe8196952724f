import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactElement } from 'react'
import {
  CloseAccountScreen,
  createCloseFlow,
  useFlow,
  type CloseFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Closing the account; nothing is looked up before somebody asks. */
export function Close({ flow }: { flow: CloseFlow }): ReactElement {
  const { words } = useAccountPage()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const t = words.close
  return (
    <Section title={t.title} text={t.text}>
      {isOpen ? (
        <CloseSteps
          flow={flow}
          onCancel={() => {
            setOpen(false)
            // It is back within this very moment.
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

/** The steps, also once the account is closed and the page has no account any more. */
export function CloseSteps(props: { flow: CloseFlow; onCancel?: () => void }): ReactElement {
  const { instance } = useAccountPage()
  return (
    <Room name="close">
      <CloseAccountScreen
        flow={props.flow}
        isReplacing
        onGo={(name) => instance.go({ name })}
        onCancel={props.onCancel}
      />
    </Room>
  )
}

/** The flow of the page, and whether it has come to its end. */
export function useClosing(): { flow: CloseFlow; isClosed: boolean } {
  const { instance, account } = useAccountPage()
  const flow = useFlow(createCloseFlow, instance, account)
  return { flow, isClosed: useStore(flow.$step).at === 'closed' }
}
