import { useEffect, useRef, type ReactNode } from 'react'
import type { FormError } from '../../flows/form-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { FormErrorText } from '../form-error-notice.tsx'

/** The error of a whole form; field errors are shown beside their fields. */
export function ErrorOf(props: {
  formError: FormError | undefined
  onAgain?: (() => unknown) | false | undefined
}): ReactNode {
  const { formError } = props
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Long forms are sent from their end, where it would not be seen.
    if (formError && formError.field === undefined) {
      notice.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [formError])
  return (
    <Notice
      errorRef={notice}
      error={
        formError &&
        formError.field === undefined && (
          <FormErrorText formError={formError} onAgain={props.onAgain} />
        )
      }
    />
  )
}
