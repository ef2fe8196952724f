import type { ReactElement, ReactNode } from 'react'
import { AccountRoom } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'

/** Frame for screens of the element in a section; `name` prefixes their ids. */
export function ScreenFrame({
  name,
  children,
}: {
  name: string
  children: ReactNode
}): ReactElement {
  const { instance } = useAccountPage()
  return (
    <AccountRoom instance={instance} name={name}>
      {children}
    </AccountRoom>
  )
}
