import { useStore } from '@nanostores/react'
import { useEffect, type ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import { Avatar } from '../../../widget/src/account.tsx'
import { pathIn } from '../../lib/languages.ts'
import { keepMe } from '../../scripts/me.ts'
import { meOf } from '../../scripts/me-of.ts'
import { useAccountPage } from './context.ts'
import { Leave } from './leave.tsx'
import { ScreenFrame } from './screen-frame.tsx'

/** Name and picture of the account, with links to the dashboard and to sign out. */
export function Identity({ user }: { user: Account }): ReactElement {
  const { organizations, lang, messages } = useAccountPage()
  const memberships = useStore(organizations.$memberships)
  const current = memberships?.find(({ isCurrent }) => isCurrent)
  const { name, address } = meOf(user)
  useEffect(() => keepMe(meOf(user, { current })), [user, current])
  return (
    <div className="identity account-identity">
      {user.backgroundUrl !== '' && (
        <img className="account-banner" src={user.backgroundUrl} alt="" />
      )}
      <ScreenFrame name="identity">
        <Avatar user={user} />
      </ScreenFrame>
      <p className="identity-names">
        <b>{name || address}</b>
        {name !== '' && <span>{address}</span>}
      </p>
      <p className="buttons">
        <a
          className="button small quiet"
          href={pathIn(lang, '/account-setting/components/dashboard')}
        >
          {messages.plan.open}
        </a>
        <Leave />
      </p>
    </div>
  )
}
