import type { ReactNode } from 'react'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useAct, useRoom } from './room.tsx'

/** Says that account recovery is under way, which everybody who is signed in can end. */
export function Recovery({ readyAt }: { readyAt: number }): ReactNode {
  const { room, t } = useRoom()
  const { language } = useFrame().messages
  const act = useAct()
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })

  return (
    <div {...partProps('notice', 'notice-error')} role="alert">
      <p {...partProps('text')}>{t.recovery.running(time.format(readyAt * 1000))}</p>
      <RowButton
        isBusy={act.isBusy}
        onClick={() => void act.run(room.account.endRecovery, t.recovery.ended)}
      >
        {t.recovery.end}
      </RowButton>
    </div>
  )
}
