import type { ReactNode } from 'react'
import { QrPanel } from './panel.tsx'
import { createQrFlow, type QrFlow } from '../../flows/qr.ts'
import { FootButton } from '../../../ui/button.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { WithFlow } from '../../../ui/with-flow.tsx'

/** The screen of signing in by QR code. */
export function Qr(props: LazyProps<'qr'>): ReactNode {
  return <WithFlow {...props} screen={QrScreen} create={createQrFlow} />
}

/** Signing in by QR code on a screen of its own. */
export function QrScreen(props: {
  flow: QrFlow
  hasFocus: boolean
  onGo: (view: 'login') => void
}): ReactNode {
  const t = useMessages().qr
  return (
    <>
      <Head title={t.title} hasFocus={props.hasFocus} />
      <QrPanel flow={props.flow} />
      <FootButton onClick={() => props.onGo('login')}>{t.otherWays}</FootButton>
    </>
  )
}
