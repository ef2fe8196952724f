import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import {
  createQuestionFlow,
  type Asker,
  type Question,
  type QuestionFlow,
} from './flows/question.ts'
import { FootButton, SubmitButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { Head } from './head.tsx'
import { partProps } from './part-props.ts'
import { ActionError } from './form-error-notice.tsx'

interface QuestionWords {
  /** Said until the effect is known. */
  loading: string
  progress: (done: number, all: number) => string
  back: string
}

/** Dialog in which a person confirms an action. */
export function QuestionDialog(props: {
  asker: Asker
  question: Question
  words: QuestionWords
}): ReactNode {
  const { asker, question } = props
  const flow = useMemo(() => createQuestionFlow(asker, question), [asker, question])
  useEffect(() => void flow.load(), [flow])
  return (
    <Dialog label={question.title} onClose={flow.close}>
      <div {...partProps('card')}>
        <QuestionView flow={flow} words={props.words} />
      </div>
    </Dialog>
  )
}

/** Content of the dialog, without it for the gallery. */
export function QuestionView(props: { flow: QuestionFlow; words: QuestionWords }): ReactNode {
  const { flow, words } = props
  const { question } = flow
  const effect = useStore(flow.$effect)
  const progress = useStore(flow.$progress)
  const formError = useStore(flow.$formError)
  const { typed } = question
  return (
    <>
      <Head title={question.title} text={question.text} />
      <output {...partProps('effect')}>
        {progress
          ? words.progress(progress.done, progress.all)
          : (effect?.join(' ') ?? (formError ? '' : words.loading))}
      </output>
      <Form flow={flow} onSubmit={flow.submit}>
        {typed && <Field name="typed" label={typed.label} autoComplete="off" />}
        <SubmitButton variant={question.isDanger && 'button-danger'} isEarly={effect === undefined}>
          {question.button}
        </SubmitButton>
      </Form>
      <ActionError flow={flow} onAgain={effect === undefined && flow.load} />
      <FootButton onClick={flow.close}>{words.back}</FootButton>
    </>
  )
}
