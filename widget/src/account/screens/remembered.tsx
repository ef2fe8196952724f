import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import type { RememberedBrowser } from '../../client/calls/methods.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { createRememberedFlow, type RememberedFlow } from '../flows/remembered.ts'
import { Row } from './account/parts.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'

/** Lists the browsers that are not asked for a second proof; nothing where there is none. */
export function Remembered(): ReactNode {
  const flow = useOwn(createRememberedFlow)
  const { rows } = useStore(flow.query.$state)
  const words = useRoom().t.devices.remembered
  useEffect(() => void flow.query.load(), [flow])
  if (rows.length === 0) return null
  return (
    <>
      <p {...partProps('hint')}>{words.text}</p>
      <ul {...partProps('rows')} aria-label={words.title}>
        {rows.map((browser) => (
          <Browser key={browser.browserId} flow={flow} browser={browser} />
        ))}
      </ul>
    </>
  )
}

function Browser(props: { flow: RememberedFlow; browser: RememberedBrowser }): ReactNode {
  const { flow, browser } = props
  const { t } = useRoom()
  const { language } = useFrame().messages
  const act = useAct()
  const words = t.devices.remembered
  const name = deviceName(browser.device, language) || t.devices.unknown
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (
    <Row label={name} value={words.until(day.format(browser.expiresAt * 1000))}>
      <RowButton
        label={words.forgetOf(name)}
        isBusy={act.isBusy}
        onClick={() => void act.run(() => flow.forget(browser), words.forgotten)}
      >
        {words.forget}
      </RowButton>
    </Row>
  )
}
