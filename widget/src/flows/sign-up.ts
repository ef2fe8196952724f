import {
  emailRegister,
  mobileRegister,
  registerBind,
  registerVerify,
} from '#protocol/web/registration.ts'
import type { Instance } from '../instance.ts'
import { addressFields } from './address.ts'
import { formText } from './form-text.ts'
import { createNewPasswordFlow, type NewPasswordFlow } from './new-password.ts'

/** Makes the sign-up of one element: an address, its code, a password and maybe a name. */
export function createSignUpFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'register',
    errorFields: { text_refused: 'name' },
    async verify({ address, code }, signal) {
      const reply = await instance
        .client()
        .send(registerVerify, { ...addressFields(address), code }, { signal })
      return reply.ticket
    },
    async finish({ proof, password, form, signal }) {
      const client = instance.client()
      const name = formText(form, 'name').trim()
      const common = { password, ...(name === '' ? {} : { name }) }
      if ('ticket' in proof) {
        await instance.succeed(
          'sign-up',
          await client.send(registerBind, { ...proof, ...common }, { signal }),
        )
        return
      }
      const { address, code } = proof
      const { channel, value } = address
      const user =
        channel === 'email'
          ? await client.send(emailRegister, { email: value, code, ...common }, { signal })
          : await client.send(mobileRegister, { mobile: value, code, ...common }, { signal })
      await instance.succeed('sign-up', user)
    },
  })
}
