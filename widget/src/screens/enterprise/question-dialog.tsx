import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import {
  createQuestionFlow,
  type Question,
  type QuestionFlow,
} from '../../flows/enterprise/question.ts'
import { fieldErrorOf } from '../../flows/form-error.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ErrorOf } from './error-of.tsx'
import { useEnterprise } from './frame.tsx'

/** Dialog in which a person confirms an action. */
export function QuestionDialog({ question }: { question: Question }): ReactNode {
  const { store } = useEnterprise()
  const flow = useMemo(() => createQuestionFlow(store, question), [store, question])
  useEffect(() => void flow.load(), [flow])
  return (
    <Dialog label={question.title} onClose={flow.close}>
      <div {...partProps('card')}>
        <QuestionView flow={flow} />
      </div>
    </Dialog>
  )
}

/** Content of the dialog, without it for the gallery. */
export function QuestionView({ flow }: { flow: QuestionFlow }): ReactNode {
  const { question } = flow
  const { t } = useEnterprise()
  const effect = useStore(flow.$effect)
  const progress = useStore(flow.$progress)
  const isBusy = useStore(flow.$isBusy)
  const formError = useStore(flow.$formError)
  const { typed } = question
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus>{question.title}</Heading>
        <p {...partProps('text', 'intro')}>{question.text}</p>
        <ErrorOf formError={formError} onAgain={effect === undefined && flow.load} />
      </div>
      <output {...partProps('effect')}>
        {progress
          ? t.effect.progress(progress.done, progress.all)
          : (effect?.join(' ') ?? (formError ? '' : t.effect.loading))}
      </output>
      <Form formError={formError} onSubmit={flow.submit}>
        {typed && (
          <Field
            name="typed"
            label={typed.label}
            autoComplete="off"
            error={fieldErrorOf(formError, 'typed')}
          />
        )}
        <button
          type="submit"
          {...partProps('button', ...(question.isDanger ? ['button-danger'] : []))}
          aria-disabled={isBusy || effect === undefined || undefined}
          aria-busy={isBusy || undefined}
        >
          {question.button}
        </button>
      </Form>
      <p {...partProps('foot')}>
        <LinkButton onClick={flow.close}>{t.back}</LinkButton>
      </p>
    </>
  )
}
