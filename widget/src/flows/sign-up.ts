import { emailRegister, mobileRegister } from '#protocol/web/registration.ts'
import type { Instance } from '../instance.ts'
import { createCodeStep, readCode, type CodeStep } from './code-step.ts'
import { formText } from './form-text.ts'
import { checkNewPassword } from './password-rule.ts'
import { createTask, type Task } from './task.ts'

/** Making an account: an address, then its code together with a password and a name. */
export interface SignUpFlow extends Pick<Task, '$isBusy' | '$problem'> {
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
  text_refused: 'name',
} as const

/** Makes the sign-up of one element. */
export function createSignUpFlow(instance: Instance): SignUpFlow {
  const task = createTask(instance, blame)
  const code = createCodeStep(instance, 'register', task)

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
      const name = formText(form, 'name').trim()
      const common = { code: digits, password, ...(name === '' ? {} : { name }) }
      return task.run(async (signal) => {
        const client = instance.client()
        const { channel, value } = state.address
        const user =
          channel === 'email'
            ? await client.send(emailRegister, { email: value, ...common }, { signal })
            : await client.send(mobileRegister, { mobile: value, ...common }, { signal })
        instance.succeed('sign-up', user)
      })
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => code.dispose(),
  }
}
