import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { PasskeyNote } from '../../../ui/passkey/note.tsx'
import type { PasskeySignIn } from '../../flows/passkey-sign-in.ts'

/** What has come of asking for a passkey, and the way out of one that does not answer. */
export function PasskeyState({ flow }: { flow: PasskeySignIn }): ReactNode {
  const formError = useStore(flow.$formError)
  return <PasskeyNote passkey={flow.passkey} formError={formError} onOther={focusFirstField} />
}

function focusFirstField(from: Element): void {
  const root = from.closest('.pl-root')
  root?.querySelector<HTMLInputElement>('form input:not([type=hidden])')?.focus()
}
