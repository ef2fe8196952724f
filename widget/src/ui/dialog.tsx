import { useLayoutEffect, useRef, type ReactNode } from 'react'
import dialogCss from '../styles/dialog.css'
import { lateSheet } from '../base/adopt.ts'
import { useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'

const adoptDialog = lateSheet(dialogCss)

/** Shows what is inside it over the page; the browser keeps the focus in it and gives it back. */
export function Dialog(props: {
  label: string
  /** Takes more room than a form does. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { common } = useMessages()
  const { label, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // After every render, since browsers forget that it is modal where the page moves the element.
  useLayoutEffect(() => {
    const shown = dialog.current
    adoptDialog(shown)
    if (!shown || shown.matches(':modal')) return
    shown.close()
    shown.showModal()
  })
  // Closed while it is still in the page, or the focus would not find its way back.
  useLayoutEffect(() => () => dialog.current?.close(), [])
  return (
    <dialog
      {...partProps('dialog', props.isWide && 'dialog-wide')}
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        // A file that was not chosen after all sends one too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      {props.children}
      <button type="button" {...partProps('close')} aria-label={common.close} onClick={onClose}>
        ×
      </button>
    </dialog>
  )
}
