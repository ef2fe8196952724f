import { setPassword } from '#protocol/web/password.ts'
import { replacePassword } from '../../client/calls/password.ts'
import { isRejection } from '../../client/errors.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import { withStepUp } from './step-up.ts'
import { checkNewPassword } from '../../ui/flows/password-rule.ts'

/** Sets the first password or changes it. */
export type AccountPasswordFlow = ReturnType<typeof createAccountPasswordFlow>

export function createAccountPasswordFlow({ instance, account }: AccountContext) {
  const formAction = createAccountAction(instance, account, {
    password_error: 'current_password',
    password_policy: 'password',
  })

  async function finish(): Promise<void> {
    instance.changed({ what: 'password', did: 'set' })
    await account.load()
  }

  function hasPassword(): boolean {
    const state = account.$state.get()
    return state.step === 'ready' && state.user.hasPassword
  }

  return {
    ...formAction.shown,
    async submit(form: FormData) {
      const messages = instance.$messages.get()
      const { common } = messages
      const { accountPassword } = messages
      const password = formText(form, 'password')
      const wrong = checkNewPassword(password, common)
      if (!hasPassword()) {
        if (wrong !== undefined) return formAction.setFieldError('password', wrong)
        return formAction.run(async () => {
          try {
            // Requires a two-step verification if the sign-in is not recent.
            await withStepUp(instance, account, setPassword, (proof) =>
              instance.client().send(setPassword, { password, ...proof }),
            )
          } catch (error) {
            // Set in another window: the form with the current password replaces this one.
            if (isRejection(error, 'password_already_set')) await account.load()
            throw error
          }
          await finish()
        })
      }
      const current = formText(form, 'current_password')
      const isWrong = formAction.setFieldErrors({
        current_password: current === '' ? accountPassword.needCurrent : undefined,
        password: wrong,
      })
      if (isWrong) return false
      if (current === password)
        return formAction.setFieldError('password', accountPassword.sameAsCurrent)
      const isDone = await formAction.run(async () => {
        await replacePassword(instance.client().send, { current, password })
        await finish()
      })
      // The server's message also mentions the account, which is known here.
      if (formAction.$formError.get()?.field === 'current_password') {
        formAction.setFieldError('current_password', accountPassword.wrong)
      }
      return isDone
    },
    prepare: instance.prepare,
  }
}
