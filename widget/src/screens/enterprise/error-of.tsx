import type { ReactNode } from 'react'
import type { FormError } from '../../flows/form-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { FormErrorText } from '../form-error-notice.tsx'

/** The error of a whole form; field errors are shown beside their fields. */
export function ErrorOf(props: {
  formError: FormError | undefined
  onAgain?: (() => unknown) | false | undefined
}): ReactNode {
  const { formError } = props
  return (
    <Notice
      error={
        formError &&
        formError.field === undefined && (
          <FormErrorText formError={formError} onAgain={props.onAgain} />
        )
      }
    />
  )
}
