import {
  emailRegister,
  mobileRegister,
  registerBind,
  registerVerify,
} from '#protocol/web/registration.ts'
import type { Instance } from '../../base/instance.ts'
import { addressFields } from '../../client/calls/address.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createNewPasswordFlow, type NewPasswordFlow } from './new-password.ts'

/** Makes the sign-up of one element: an address and its code, and maybe a password and a name. */
export function createSignUpFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'register',
    errorFields: { text_refused: 'name' },
    async verify({ address, code }) {
      const reply = await instance
        .client()
        .send(registerVerify, { ...addressFields(address), code })
      return reply.ticket
    },
    async finish({ proof, password, form }) {
      const client = instance.client()
      const name = formText(form, 'name').trim()
      const common = { ...(password !== '' && { password }), ...(name === '' ? {} : { name }) }
      if ('ticket' in proof) {
        await instance.succeed(await client.send(registerBind, { ...proof, ...common }))
        return
      }
      const { address, code } = proof
      const { channel, value } = address
      const user =
        channel === 'email'
          ? await client.send(emailRegister, { email: value, code, ...common })
          : await client.send(mobileRegister, { mobile: value, code, ...common })
      await instance.succeed(user)
    },
  })
}
