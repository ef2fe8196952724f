import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactElement } from 'react'
import type { User } from '#protocol/objects.ts'
import {
  Names,
  Picture,
  createNamesFlow,
  createPictureFlow,
  useFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Form for name, username and picture. */
export function Profile({ user }: { user: User }): ReactElement {
  const { instance, account, words } = useAccountPage()
  const picture = useFlow(createPictureFlow, instance, account)
  const names = useMemo(() => createNamesFlow(instance, account), [instance, account])
  const isShown = useStore(picture.$step).at === 'shown'
  useEffect(() => {
    void picture.load()
    void names.load()
  }, [picture, names])
  return (
    <Section name="profile" title={words.profile.title} text={words.profile.text}>
      <Room name="profile">
        <Picture flow={picture} user={user} />
        <div hidden={!isShown}>
          <Names flow={names} user={user} />
        </div>
      </Room>
    </Section>
  )
}
