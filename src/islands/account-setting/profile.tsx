import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import {
  Names,
  Picture,
  createNamesFlow,
  createPictureFlow,
  useFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Form for name, username and picture. */
export function Profile({ user }: { user: Account }): ReactElement {
  const { instance, account, messages } = useAccountPage()
  const picture = useFlow(createPictureFlow, instance, account)
  const names = useMemo(() => createNamesFlow(instance, account), [instance, account])
  const isShown = useStore(picture.$step).at === 'shown'
  useEffect(() => {
    void picture.ready.load()
    void names.load()
  }, [picture, names])
  return (
    <Section name="profile" title={messages.profile.title} text={messages.profile.text}>
      <ScreenFrame name="profile">
        <Picture flow={picture} user={user} />
        <div hidden={!isShown}>
          <Names flow={names} user={user} />
        </div>
      </ScreenFrame>
    </Section>
  )
}
