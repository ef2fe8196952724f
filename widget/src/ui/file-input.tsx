import type { ReactNode, Ref } from 'react'
import { partProps } from './part-props.ts'

/** A button that chooses a file, a picture unless `accept` names other kinds; its error has the id `<id>-error`. */
export function FileInput({
  id,
  inputRef,
  hintId,
  accept = 'image/png,image/jpeg,image/webp,image/gif',
  isWrong,
  onChoose,
  children,
}: {
  id: string
  inputRef?: Ref<HTMLInputElement>
  hintId?: string
  accept?: string
  isWrong: boolean
  onChoose: (file: File) => unknown
  children: ReactNode
}): ReactNode {
  const describedBy = [hintId, isWrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <label {...partProps('small', 'file')} htmlFor={id}>
      {children}
      <input
        type="file"
        id={id}
        form=""
        ref={inputRef}
        accept={accept}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file can be chosen again.
          event.currentTarget.value = ''
          if (file) void onChoose(file)
        }}
      />
    </label>
  )
}
