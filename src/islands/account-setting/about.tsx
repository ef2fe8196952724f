import { useEffect, useMemo, type ReactElement } from 'react'
import type { User } from '#protocol/objects.ts'
import {
  Background,
  Details,
  createBackgroundFlow,
  createDetailsFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Form for birthday, gender and such, and the background picture. */
export function About({ user }: { user: User }): ReactElement {
  const { instance, account, words } = useAccountPage()
  const details = useMemo(() => createDetailsFlow(instance, account), [instance, account])
  const background = useMemo(() => createBackgroundFlow(instance, account), [instance, account])
  useEffect(() => {
    void background.load()
  }, [background])
  return (
    <Section name="about" title={words.about.title} text={words.about.text}>
      <Room name="about">
        <Details flow={details} user={user} />
      </Room>
      <Room name="background">
        <Background flow={background} />
      </Room>
    </Section>
  )
}
