import type { ReactNode } from 'react'
import { QrPanel } from './panel.tsx'
import type { QrFlow } from '../../flows/qr.ts'
import { qrTexts } from '../../messages/qr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'

/** Signing in by QR code on a screen of its own. */
export function QrScreen(props: {
  flow: QrFlow
  isReplacing: boolean
  onOther: () => void
}): ReactNode {
  const t = qrTexts[useFrame().settings.language]
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{t.title}</Heading>
      </div>
      <QrPanel flow={props.flow} />
      <p {...part('foot')}>
        <LinkButton onClick={props.onOther}>{t.other}</LinkButton>
      </p>
    </>
  )
}
