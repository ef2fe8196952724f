import { useEffect, useMemo, type ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import {
  Background,
  Details,
  createBackgroundFlow,
  createDetailsFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Form for birthday, gender and such, and the background picture. */
export function About({ user }: { user: Account }): ReactElement {
  const { instance, account, messages } = useAccountPage()
  const details = useMemo(() => createDetailsFlow(instance, account), [instance, account])
  const background = useMemo(() => createBackgroundFlow(instance, account), [instance, account])
  useEffect(() => {
    void background.ready.load()
  }, [background])
  return (
    <Section name="about" title={messages.about.title} text={messages.about.text}>
      <ScreenFrame name="about">
        <Details flow={details} user={user} />
      </ScreenFrame>
      <ScreenFrame name="background">
        <Background flow={background} />
      </ScreenFrame>
    </Section>
  )
}
