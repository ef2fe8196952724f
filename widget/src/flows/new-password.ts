import type { Purpose } from '#protocol/code-types.ts'
import type { Instance } from '../instance.ts'
import { readCode } from '../read-code.ts'
import type { Address } from './address.ts'
import { codeBlame, createCodeStep, type CodeStep } from './code-step.ts'
import { formText } from './form-text.ts'
import { checkNewPassword } from './password-rule.ts'
import type { Blame } from './problem.ts'
import { createTask, type Task } from './task.ts'

/** A journey in two steps: an address, then the code sent there together with a new password. */
export interface NewPasswordFlow extends Pick<Task, '$isBusy' | '$problem'> {
  code: CodeStep
  /** Sends a code, or finishes with the one that was typed, as the step asks. */
  submit(form: FormData): Promise<boolean>
  /** A credential is about to be typed: fetches what sealing it takes. */
  prepare(): void
  dispose(): void
}

/** What the second step hands over once code and password can be used. */
export interface NewPassword {
  address: Address
  code: string
  password: string
  form: FormData
  signal: AbortSignal
}

/** Makes such a journey; `finish` makes the call that it ends with. */
export function createNewPasswordFlow(
  instance: Instance,
  options: { purpose: Purpose; blame?: Blame; finish: (typed: NewPassword) => Promise<void> },
): NewPasswordFlow {
  const task = createTask(instance, {
    ...codeBlame,
    password_policy: 'password',
    ...options.blame,
  })
  const code = createCodeStep(instance, options.purpose, task)

  return {
    $isBusy: task.$isBusy,
    $problem: task.$problem,
    code,
    async submit(form) {
      const state = code.$state.get()
      const { messages } = instance.$texts.get()
      if (state.step === 'address') return code.send(form)
      const digits = readCode(formText(form, 'code'))
      if (digits === '') return task.blame('code', messages.needCode)
      const password = formText(form, 'password')
      const wrong = checkNewPassword(password, messages)
      if (wrong !== undefined) return task.blame('password', wrong)
      const { address } = state
      return task.run((signal) => options.finish({ address, code: digits, password, form, signal }))
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => code.dispose(),
  }
}
