import { noVerifyRegister } from '#protocol/web/registration.ts'
import type { Instance } from '../../base/instance.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { checkNewPassword } from '../../ui/flows/password-rule.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'

/** Signs up with a username, where the application allows it. */
export type UserNameSignUpFlow = ReturnType<typeof createUserNameSignUpFlow>

/** The server's rule: a letter first, then letters, digits and single separators. */
const USER_NAME = /^(?=.{3,32}$)[a-z](?:[._-]?[a-z\d]+)*$/

/** Makes the flow; `wrong` is the message for a malformed username. */
export function createUserNameSignUpFlow(instance: Instance, wrong: string) {
  const formAction = createFormAction(instance, {
    name_taken: 'username',
    text_refused: 'username',
    password_policy: 'password',
  })
  return {
    ...formAction.shown,
    async submit(form: FormData) {
      const typed = formText(form, 'username').normalize('NFKC').trim()
      const password = formText(form, 'password')
      const isWrong = formAction.setFieldErrors({
        username: USER_NAME.test(typed.toLowerCase()) ? undefined : wrong,
        password: checkNewPassword(password, instance.$messages.get().common),
      })
      if (isWrong) return false
      return formAction.run(async () => {
        const user = await instance.client().send(noVerifyRegister, { username: typed, password })
        await instance.succeed(user)
      })
    },
    prepare: instance.prepare,
    dispose: (): void => undefined,
  }
}
