import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import type { PasskeyNote } from '../../../ui/passkey/note.tsx'
import type { PasskeySignIn } from '../../flows/passkey-sign-in.ts'

/** What has come of asking for a passkey, and the way out of one that does not answer. */
export function PasskeyState({ flow }: { flow: PasskeySignIn }): ReactNode {
  const [Note, setNote] = useState<typeof PasskeyNote>()
  const isBusy = useStore(flow.$isBusy)
  const formError = useStore(flow.$formError)
  useEffect(() => {
    // There is something to say only once a passkey was asked for; without it the screen works as well.
    if (isBusy) {
      import('../../../ui/passkey/note.tsx').then(
        (chunk) => setNote(() => chunk.PasskeyNote),
        () => undefined,
      )
    }
  }, [isBusy])
  const hasOlder = useStore(flow.$hasOlder)
  if (!Note) return undefined
  const older = hasOlder ? { onOlder: () => void flow.signInByOlder() } : {}
  return <Note passkey={flow.passkey} formError={formError} onOther={focusFirstField} {...older} />
}

function focusFirstField(from: Element): void {
  const root = from.closest('.pl-root')
  root?.querySelector<HTMLInputElement>('form input:not([type=hidden])')?.focus()
}
