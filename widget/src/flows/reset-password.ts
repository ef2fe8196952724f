import { preferredType } from '#protocol/preferred-types.ts'
import { validateCode } from '#protocol/web/codes.ts'
import { resetByEmail, resetByMobile, resetByTicket } from '#protocol/web/password.ts'
import type { Instance } from '../instance.ts'
import { addressFields } from './address.ts'
import { createNewPasswordFlow, type NewPasswordFlow } from './new-password.ts'

/** Makes the password reset of one element, which signs nobody in. */
export function createResetPasswordFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'reset',
    async verify({ address, code }, signal) {
      const type = preferredType.reset[address.channel]
      const reply = await instance
        .client()
        .send(validateCode, { ...addressFields(address), type, code }, { signal })
      return reply.ticket
    },
    async finish({ proof, password, signal }) {
      const client = instance.client()
      if ('ticket' in proof) await client.send(resetByTicket, { ...proof, password }, { signal })
      else {
        const { address, code } = proof
        const { channel, value } = address
        await (channel === 'email'
          ? client.send(resetByEmail, { email: value, code, password }, { signal })
          : client.send(resetByMobile, { mobile: value, code, password }, { signal }))
      }
      instance.go({ name: 'done', outcome: { kind: 'password-set' } })
    },
  })
}
