import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import {
  createNamesFlow,
  createPictureFlow,
  type NamesFlow,
  type PictureFlow,
} from '../../flows/profile.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { AccountGate, AccountFrame, useFlow, useAccountStore } from '../account/gate.tsx'
import { Names } from './names.tsx'
import { Picture } from './picture.tsx'

/** Name and picture of the person, on a screen of its own. */
export function Profile({ instance, hasFocus }: LazyProps<'profile'>): ReactNode {
  const account = useAccountStore(instance)
  const picture = useFlow(createPictureFlow, instance, account)
  const names = useMemo(() => createNamesFlow(instance, account), [instance, account])
  return (
    <AccountFrame>
      <AccountGate
        account={account}
        title={useMessages().profile.title}
        hasFocus={hasFocus}
        onGo={(name) => instance.go({ name })}
      >
        {(user) => <ProfileScreen {...{ picture, names, user, hasFocus }} />}
      </AccountGate>
    </AccountFrame>
  )
}

/** Picture and names, or the picture that is being cut. */
export function ProfileScreen(props: {
  picture: PictureFlow
  names: NamesFlow
  user: Account
  hasFocus: boolean
}): ReactNode {
  const { picture, names, user } = props
  const isShown = useStore(picture.$step).at === 'shown'
  useEffect(() => {
    void picture.ready.load()
    void names.load()
  }, [picture, names])
  return (
    <>
      <Head title={useMessages().profile.title} hasFocus={props.hasFocus} />
      <Picture flow={picture} user={user} />
      {/* Hidden and not removed while the picture is cropped, so that typed text stays. */}
      <div hidden={!isShown}>
        <Names flow={names} user={user} />
      </div>
    </>
  )
}
