import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { TwoStepScreen, partProps, type TwoStepRequest } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'

/** Dialog for a two-step verification; the call that needs it waits meanwhile. */
export function TwoStepDialog(): ReactElement | null {
  const { instance } = useAccountPage()
  const request = useStore(instance.$second)
  return request ? <Asked request={request} /> : null
}

function Asked({ request }: { request: TwoStepRequest }): ReactElement | null {
  const { instance, messages } = useAccountPage()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while still in the page, so that the browser can restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const [first] = request.wanted.ways
  if (!first) return null
  return (
    <dialog
      ref={dialog}
      className="second-dialog"
      aria-label={messages.secondWays.title}
      onCancel={(event) => {
        event.preventDefault()
        request.close()
      }}
    >
      <ScreenFrame name="second">
        <div {...partProps('card')}>
          <TwoStepScreen instance={instance} request={request} first={first} />
        </div>
      </ScreenFrame>
    </dialog>
  )
}
