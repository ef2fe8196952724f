import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { exportData } from '#protocol/web/personal-data.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { createAccountDeletionFlow } from '../flows/account-deletion.ts'
import { withStepUp } from '../flows/step-up.ts'
import { AccountDeletionScreen } from './account-deletion/screen.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'
import { Section } from './section.tsx'

/** Downloads the person's stored data as a file. */
export function ExportSection(): ReactNode {
  const { room, t } = useRoom()
  const act = useAct()
  const { instance, account } = room
  const { title, text, button, fileName, done } = t.data

  async function download(): Promise<void> {
    const data = await withStepUp(instance, account, exportData, (proof) =>
      instance.client().send(exportData, proof, { signal: instance.signal }),
    )
    saveFile(fileName, JSON.stringify(data, null, 2), 'application/json')
  }

  return (
    <Section name="export" title={title} text={text}>
      <RowButton isBusy={act.isBusy} onClick={() => void act.run(download, done)}>
        {button}
      </RowButton>
    </Section>
  )
}

/** Schedules the deletion of the account; fetches nothing until somebody asks for it. */
export function DeletionSection(): ReactNode {
  const { room, t } = useRoom()
  const flow = useOwn(createAccountDeletionFlow)
  const step = useStore(flow.$step)
  useEffect(() => {
    if (step.at === 'closed') room.close(step.cancelAt)
  }, [room, step])
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const { title, text, button } = t.deletion
  return (
    <Section name="deletion" title={title} text={text}>
      {isOpen ? (
        <AccountDeletionScreen
          flow={flow}
          hasFocus
          onGo={room.signIn}
          onCancel={() => {
            setOpen(false)
            setWasOpen(true)
          }}
        />
      ) : (
        <RowButton isDanger hasFocus={wasOpen} onClick={() => setOpen(true)}>
          {button}
        </RowButton>
      )}
    </Section>
  )
}
