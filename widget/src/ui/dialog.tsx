import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Instance } from '../instance.ts'
import dialogCss from '../styles/dialog.css'
import { lateSheet } from './adopt.ts'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

const adoptDialog = lateSheet(dialogCss)

/** Shows what is inside it over the page; the browser keeps the focus in it and gives it back. */
export function Dialog(props: { instance: Instance; children: ReactNode }): ReactNode {
  const { settings, messages } = useFrame()
  const { common } = messages
  const label =
    settings.view === 'sign-up'
      ? common.signUp
      : settings.view === 'reset-password'
        ? common.resetPassword
        : common.signIn
  const { instance } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it is still in the page, or the focus would not find its way back.
  useLayoutEffect(() => {
    const shown = dialog.current
    adoptDialog(shown)
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const leave = (): void => {
    instance.close()
    instance.cancel()
  }
  return (
    <dialog
      {...partProps('dialog')}
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        // A file that was not chosen after all sends one too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        leave()
      }}
    >
      {props.children}
      <button type="button" {...partProps('close')} aria-label={common.close} onClick={leave}>
        ×
      </button>
    </dialog>
  )
}
