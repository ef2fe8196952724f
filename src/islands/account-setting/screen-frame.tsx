import type { ReactElement, ReactNode } from 'react'
import { toast } from 'react-hot-toast/headless'
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
    <AccountRoom instance={instance} name={name} onDone={showDone}>
      {children}
    </AccountRoom>
  )
}

function showDone(text: string): void {
  toast.success(text)
}
