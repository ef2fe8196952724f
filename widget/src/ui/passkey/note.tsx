import { useStore } from '@nanostores/react'
import { useRef, type ReactNode } from 'react'
import { useLazyMessages } from '../lazy-messages.ts'
import { LinkButton } from '../button.tsx'
import type { FormError } from '../flows/form-error.ts'
import type { PasskeyAction } from '../flows/passkey-action.ts'
import { FormErrorText } from '../form-error-notice.tsx'
import { partProps } from '../part-props.ts'
import { loadPasskeyMessages } from './messages/load-messages.ts'

/** Says how a request for a passkey ended without one; where none ends, it offers another way. */
export function PasskeyNote(props: {
  passkey: PasskeyAction
  /** What the server refused, where nothing else says it. */
  formError?: FormError | undefined
  /** Leads on after the person has given up; gets a part of the screen. */
  onOther: (from: Element) => void
  /** Asks for a passkey that the last request could not find. */
  onOlder?: () => void
}): ReactNode {
  const { passkey, formError, onOther, onOlder } = props
  const end = useStore(passkey.$end)
  const isSlow = useStore(passkey.$isSlow)
  const place = useRef<HTMLOutputElement>(null)
  const t = useLazyMessages(loadPasskeyMessages).loaded?.passkey

  function giveUp(): void {
    passkey.stop()
    if (place.current) onOther(place.current)
  }

  return (
    <output {...partProps('notice', formError ? 'notice-error' : 'notice-info')} ref={place}>
      {formError ? (
        <FormErrorText formError={formError} />
      ) : isSlow && t ? (
        <>
          <span>{t.slow}</span>
          <LinkButton onClick={giveUp}>{t.otherWay}</LinkButton>
        </>
      ) : (
        end &&
        t && (
          <>
            <span>{t[end]}</span>
            {onOlder && <LinkButton onClick={onOlder}>{t.older}</LinkButton>}
          </>
        )
      )}
    </output>
  )
}
