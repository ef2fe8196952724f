import type { ReactElement, ReactNode } from 'react'
import { AccountRoom } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'

/** A place for screens of the element in a section of the page; `name` begins their ids. */
export function Room({ name, children }: { name: string; children: ReactNode }): ReactElement {
  const { instance } = useAccountPage()
  return (
    <AccountRoom instance={instance} name={name}>
      {children}
    </AccountRoom>
  )
}
