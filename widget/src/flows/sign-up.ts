import { emailRegister, mobileRegister } from '#protocol/web/registration.ts'
import type { Instance } from '../instance.ts'
import { formText } from './form-text.ts'
import { createNewPasswordFlow, type NewPasswordFlow } from './new-password.ts'

/** Makes the sign-up of one element: an address, then its code with a password and maybe a name. */
export function createSignUpFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'register',
    blame: { text_refused: 'name' },
    async finish({ address: { channel, value }, code, password, form, signal }) {
      const client = instance.client()
      const name = formText(form, 'name').trim()
      const common = { code, password, ...(name === '' ? {} : { name }) }
      const user =
        channel === 'email'
          ? await client.send(emailRegister, { email: value, ...common }, { signal })
          : await client.send(mobileRegister, { mobile: value, ...common }, { signal })
      instance.succeed('sign-up', user)
    },
  })
}
