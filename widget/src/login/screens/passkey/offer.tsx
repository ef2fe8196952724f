import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { ActionButton, FootButton } from '../../../ui/button.tsx'
import { Head } from '../../../ui/head.tsx'
import { useLazyMessages } from '../../../ui/lazy-messages.ts'
import { loadPasskeyMessages } from '../../../ui/passkey/messages/load-messages.ts'
import { PasskeyNote } from '../../../ui/passkey/note.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { saveFile } from '../../../ui/save-file.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { createPasskeyOffer, type PasskeyOfferFlow } from '../../flows/passkey-offer.ts'

/** Offers a passkey to somebody who has just signed in without one. */
export function PasskeyOffer({ instance, view }: LazyProps<'passkey-offer'>): ReactNode {
  const flow = useMemo(() => createPasskeyOffer(instance, view), [instance, view])
  useEffect(() => () => flow.dispose(), [flow])
  return <PasskeyOfferScreen flow={flow} />
}

/** The screen for one flow, apart for the gallery. */
export function PasskeyOfferScreen({ flow }: { flow: PasskeyOfferFlow }): ReactNode {
  const { loaded: table, waiting } = useLazyMessages(loadPasskeyMessages)
  const isBusy = useStore(flow.$isBusy)
  const codes = useStore(flow.$codes).map((code) => code.match(/.{4}/g)?.join('-') ?? code)
  const formError = useStore(flow.$formError)
  if (table === undefined) return <Waiting {...waiting} />
  const t = table.passkey
  if (codes.length > 0) {
    const text = [t.codesTitle, ...codes].join('\n')
    return (
      <>
        <Head title={t.codesTitle} text={t.codesText} />
        <ol {...partProps('text')} translate="no">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <ActionButton
          variant="button-plain"
          onClick={() => saveFile('recovery-codes.txt', `${text}\n`, 'text/plain')}
        >
          {t.download}
        </ActionButton>
        <ActionButton onClick={flow.finish}>{t.saved}</ActionButton>
      </>
    )
  }
  return (
    <>
      <Head title={t.offerTitle} text={t.offerText} />
      <PasskeyNote
        passkey={flow.passkey}
        formError={formError}
        onOther={() => void flow.decline()}
      />
      <ActionButton isBusy={isBusy} onClick={flow.create}>
        {t.create}
      </ActionButton>
      <FootButton onClick={() => void flow.decline()}>{t.notNow}</FootButton>
    </>
  )
}
