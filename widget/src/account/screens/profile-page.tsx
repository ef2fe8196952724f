import { useEffect, type ReactNode } from 'react'
import type { Account } from '../../client/calls/account.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { createBackgroundFlow, createDetailsFlow } from '../flows/profile-details.ts'
import { createNamesFlow, createPictureFlow } from '../flows/profile.ts'
import { Background, Details } from './profile/details.tsx'
import { Names } from './profile/names.tsx'
import { Avatar, Picture } from './profile/picture.tsx'
import { useOwn, useRoom } from './room.tsx'
import { Editable, ending, Section } from './section.tsx'

/** Picture, name and username of the person. */
export function NamesSection({ user }: { user: Account }): ReactNode {
  const { t } = useRoom()
  return (
    <Section name="names" title={t.names.title} text={t.names.text}>
      <ul {...partProps('rows')}>
        <Editable label={t.names.picture} value={<Avatar user={user} />}>
          {(close) => <PictureForm user={user} onDone={close} />}
        </Editable>
        <Editable label={t.names.name} value={user.name || t.notSet}>
          {(close) => <NamesForm user={user} onDone={close} />}
        </Editable>
        <Editable label={t.names.username} value={user.username || t.notSet}>
          {(close) => <NamesForm user={user} onDone={close} />}
        </Editable>
      </ul>
    </Section>
  )
}

/** Description, language, birthday, gender and background of the person. */
export function AboutSection({ user }: { user: Account }): ReactNode {
  const { t } = useRoom()
  const { language } = useFrame().messages
  const spoken =
    user.locale && new Intl.DisplayNames([language], { type: 'language' }).of(user.locale)
  const about = [user.description, spoken].filter(Boolean).join(' · ')
  return (
    <Section name="about" title={t.about.title} text={t.about.text}>
      <ul {...partProps('rows')}>
        <Editable label={t.about.details} value={about || t.notSet}>
          {(close) => <DetailsForm user={user} onDone={close} />}
        </Editable>
        <Editable
          label={t.about.background}
          value={user.backgroundUrl === '' ? t.notSet : t.about.backgroundSet}
        >
          {(close) => <BackgroundForm onDone={close} />}
        </Editable>
      </ul>
    </Section>
  )
}

interface FormProps {
  user: Account
  onDone: (text: string) => void
}

function PictureForm({ user, onDone }: FormProps): ReactNode {
  const flow = useOwn(createPictureFlow)
  const { pictureSaved } = useFrame().messages.profile
  const done = (): void => onDone(pictureSaved)
  useEffect(() => void flow.ready.load(), [flow])
  const shown = { ...flow, take: ending(flow.take, done), upload: ending(flow.upload, done) }
  return <Picture flow={shown} user={user} />
}

function NamesForm({ user, onDone }: FormProps): ReactNode {
  const flow = useOwn(createNamesFlow)
  const { saved } = useRoom().t.names
  useEffect(() => void flow.load(), [flow])
  return <Names flow={{ ...flow, submit: ending(flow.submit, () => onDone(saved)) }} user={user} />
}

function DetailsForm({ user, onDone }: FormProps): ReactNode {
  const flow = useOwn(createDetailsFlow)
  const { t } = useRoom()
  const shown = { ...flow, submit: ending(flow.submit, () => onDone(t.names.saved)) }
  return <Details flow={shown} user={user} more={t.about.more} />
}

function BackgroundForm({ onDone }: Omit<FormProps, 'user'>): ReactNode {
  const flow = useOwn(createBackgroundFlow)
  const { saved } = useRoom().t.names
  const done = (): void => onDone(saved)
  useEffect(() => void flow.ready.load(), [flow])
  const shown = { ...flow, take: ending(flow.take, done), upload: ending(flow.upload, done) }
  return <Background flow={shown} />
}
