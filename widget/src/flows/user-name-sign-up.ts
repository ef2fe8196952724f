import { noVerifyRegister } from '#protocol/web/registration.ts'
import type { Instance } from '../instance.ts'
import { formText } from './form-text.ts'
import { checkNewPassword } from './password-rule.ts'
import { createFormAction, type FormAction } from './form-action.ts'

/** Signs up with a username, where the application allows it. */
export interface UserNameSignUpFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  submit(form: FormData): Promise<boolean>
  prepare(): void
  dispose(): void
}

/** The server's rule: a letter first, then letters, digits and single separators. */
const USER_NAME = /^(?=.{3,32}$)[a-z](?:[._-]?[a-z\d]+)*$/

/** Makes the flow; `wrong` is the message for a malformed username. */
export function createUserNameSignUpFlow(instance: Instance, wrong: string): UserNameSignUpFlow {
  const formAction = createFormAction(instance, {
    name_taken: 'username',
    text_refused: 'username',
    password_policy: 'password',
  })
  return {
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    async submit(form) {
      const typed = formText(form, 'username').normalize('NFKC').trim()
      const password = formText(form, 'password')
      const isWrong = formAction.setFieldErrors({
        username: USER_NAME.test(typed.toLowerCase()) ? undefined : wrong,
        password: checkNewPassword(password, instance.$messages.get().common),
      })
      if (isWrong) return false
      return formAction.run(async (signal) => {
        const user = await instance
          .client()
          .send(noVerifyRegister, { username: typed, password }, { signal })
        await instance.succeed('sign-up', user)
      })
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => undefined,
  }
}
