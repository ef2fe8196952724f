import type { ReactElement } from 'react'
import { exportData } from '#protocol/web/personal-data.ts'
import { withStepUp } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

/** Downloads the person's stored data as a file. */
export function Data(): ReactElement {
  const { instance, account, messages } = useAccountPage()
  const action = useAction()
  const t = messages.data

  async function download(): Promise<void> {
    const data = await withStepUp(instance, account, exportData, (proof) =>
      instance.client().send(exportData, proof, { signal: instance.signal }),
    )
    saveFile(t.fileName, JSON.stringify(data, null, 2))
  }

  return (
    <Section name="data" title={t.title} text={t.text}>
      <button
        className="button small quiet"
        aria-disabled={action.isRunning}
        onClick={() => void action.run(download, t.done)}
      >
        {t.button}
      </button>
    </Section>
  )
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
