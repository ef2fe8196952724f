import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { createQuestionFlow, type Question, type QuestionFlow } from '../flows/question.ts'
import { LinkButton, SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ActionError } from '../../ui/form-error-notice.tsx'
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
  const formError = useStore(flow.$formError)
  const { typed } = question
  return (
    <>
      <Head title={question.title} text={question.text} />
      <output {...partProps('effect')}>
        {progress
          ? t.effect.progress(progress.done, progress.all)
          : (effect?.join(' ') ?? (formError ? '' : t.effect.loading))}
      </output>
      <Form flow={flow} onSubmit={flow.submit}>
        {typed && <Field name="typed" label={typed.label} autoComplete="off" />}
        <SubmitButton variant={question.isDanger && 'button-danger'} isEarly={effect === undefined}>
          {question.button}
        </SubmitButton>
      </Form>
      <ActionError flow={flow} onAgain={effect === undefined && flow.load} />
      <p {...partProps('foot')}>
        <LinkButton onClick={flow.close}>{t.back}</LinkButton>
      </p>
    </>
  )
}
