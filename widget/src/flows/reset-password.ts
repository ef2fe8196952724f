import { resetByEmail, resetByMobile } from '#protocol/web/password.ts'
import type { Instance } from '../instance.ts'
import { createCodeStep, readCode, type CodeStep } from './code-step.ts'
import { formText } from './form-text.ts'
import { checkNewPassword } from './password-rule.ts'
import { createTask, type Task } from './task.ts'

/** Setting a new password: an address, then its code together with the new password. */
export interface ResetPasswordFlow extends Pick<Task, '$isBusy' | '$problem'> {
  code: CodeStep
  submit(form: FormData): Promise<boolean>
  /** A credential is about to be typed: fetches what sealing it takes. */
  prepare(): void
  dispose(): void
}

const blame = {
  email_error: 'email',
  mobile_error: 'email',
  code_missing: 'code',
  code_error: 'code',
  code_expired: 'code',
  password_policy: 'password',
} as const

/** Makes the password reset of one element. */
export function createResetPasswordFlow(instance: Instance): ResetPasswordFlow {
  const task = createTask(instance, blame)
  const code = createCodeStep(instance, 'reset', task)

  return {
    $isBusy: task.$isBusy,
    $problem: task.$problem,
    code,
    async submit(form) {
      const state = code.$state.get()
      const { messages } = instance.$texts.get()
      if (state.step === 'address') return code.send(formText(form, 'email'))
      const digits = readCode(formText(form, 'code'))
      if (digits === '') return task.blame('code', messages.needCode)
      const password = formText(form, 'password')
      const wrong = checkNewPassword(password, messages)
      if (wrong !== undefined) return task.blame('password', wrong)
      return task.run(async (signal) => {
        const client = instance.client()
        const { channel, value } = state.address
        await (channel === 'email'
          ? client.send(resetByEmail, { email: value, code: digits, password }, { signal })
          : client.send(resetByMobile, { mobile: value, code: digits, password }, { signal }))
        instance.go({ name: 'done', outcome: { kind: 'password-set' } })
      })
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => code.dispose(),
  }
}
