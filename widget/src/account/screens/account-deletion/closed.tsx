import type { ReactNode } from 'react'
import type { StartView } from '../../../base/settings.ts'
import { useFrame } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { SignInButton } from '../account/parts.tsx'

/** Says until when the account can be kept; its session has ended. */
export function Closed(props: {
  /** Time of deletion in Unix seconds. */
  cancelAt: number
  onGo: (view: StartView) => void
}): ReactNode {
  const { closeAccount: t, language } = useFrame().messages
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(props.cancelAt * 1000)
  return (
    <Ending title={t.closed} text={t.closedText(day)}>
      <SignInButton onGo={props.onGo}>{t.takeBack}</SignInButton>
    </Ending>
  )
}
