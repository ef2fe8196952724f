import { atom, type ReadableAtom } from 'nanostores'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import type { OrganizationStore } from './organization-store.ts'

/** An action that needs the confirmation of the person. */
export interface Question {
  title: string
  text: string
  button: string
  isDanger: boolean
  /** What has to be typed, so that nobody confirms it by habit. */
  typed?: { label: string; text: string; wrong: string }
  /** Fetches sentences about its effect. */
  lookUp?: (signal: AbortSignal) => Promise<readonly string[]>
  /** Carries it out; resolves with the message to show. */
  act(signal: AbortSignal, progress: (done: number, all: number) => void): Promise<string>
  /** Called after it was carried out. */
  after?(): void
}

/** The dialog of a question. */
export interface QuestionFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  question: Question
  /** Sentences about what it does; undefined until they are there. */
  $effect: ReadableAtom<readonly string[] | undefined>
  $progress: ReadableAtom<{ done: number; all: number } | undefined>
  load(): Promise<boolean>
  submit(form: FormData): Promise<boolean>
  close(): void
}

/** Makes the dialog of a question. */
export function createQuestionFlow(store: OrganizationStore, question: Question): QuestionFlow {
  const formAction = createFormAction(store.instance, {})
  const $effect = atom<readonly string[] | undefined>(question.lookUp ? undefined : [])
  const $progress = atom<{ done: number; all: number } | undefined>()

  return {
    question,
    $effect,
    $progress,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    load: () =>
      formAction.run(async (signal) => {
        if (question.lookUp) $effect.set(await question.lookUp(signal))
      }),
    async submit(form) {
      const { typed } = question
      if (typed && formText(form, 'typed').trim() !== typed.text) {
        return formAction.setFieldError('typed', typed.wrong)
      }
      const isDone = await formAction.run(async (signal) => {
        const said = await question.act(signal, (done, all) => $progress.set({ done, all }))
        store.ask(undefined)
        store.say(said)
        question.after?.()
      })
      $progress.set(undefined)
      return isDone
    },
    close() {
      if (!formAction.$isBusy.get() || $effect.get() === undefined) store.ask(undefined)
    },
  }
}
