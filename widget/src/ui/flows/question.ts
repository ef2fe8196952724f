import { atom } from 'nanostores'
import type { NoticeKind } from '../../base/events.ts'
import type { Instance } from '../../base/instance.ts'
import { createFormAction } from './form-action.ts'
import { formText } from './form-text.ts'
import type { MadeBy } from './made-by.ts'

/** An action that needs the confirmation of the person. */
export interface Question {
  title: string
  text: string
  button: string
  isDanger: boolean
  /** Text that the person must type, so that nobody confirms by habit. */
  typed?: { label: string; text: string; wrong: string }
  /** Fetches sentences about the effect of the action. */
  lookUp?: () => Promise<readonly string[]>
  act(progress: (done: number, all: number) => void): Promise<unknown>
  /** Notice after the action; none where the next screen says it. */
  done?: string
  /** Called after the action. */
  after?(): void
}

/** What asks, and shows what came of it. */
export interface Asker {
  readonly instance: Instance
  ask(question: Question | undefined): void
  showNotice(text: string, kind?: NoticeKind): void
}

export type QuestionFlow = MadeBy<typeof createQuestionFlow>

export function createQuestionFlow(asker: Asker, question: Question) {
  const formAction = createFormAction(asker.instance, {})
  const $effect = atom<readonly string[] | undefined>(question.lookUp ? undefined : [])
  const $progress = atom<{ done: number; all: number } | undefined>()

  return {
    question,
    /** Sentences about the effect; undefined while loading. */
    $effect,
    $progress,
    ...formAction.shown,
    load: () =>
      formAction.run(async () => {
        if (question.lookUp) $effect.set(await question.lookUp())
      }),
    async submit(form: FormData) {
      const { typed } = question
      if (typed && formText(form, 'typed').trim() !== typed.text) {
        return formAction.setFieldError('typed', typed.wrong)
      }
      const isDone = await formAction.run(async () => {
        await question.act((done, all) => $progress.set({ done, all }))
        asker.ask(undefined)
        asker.showNotice(question.done ?? '')
        question.after?.()
      })
      $progress.set(undefined)
      return isDone
    },
    close() {
      if (!formAction.$isBusy.get() || $effect.get() === undefined) asker.ask(undefined)
    },
  }
}
