import { preferredType } from '#protocol/preferred-types.ts'
import type { User } from '#protocol/objects.ts'
import { validateCode } from '#protocol/web/codes.ts'
import { resetByEmail, resetByMobile, resetByTicket } from '#protocol/web/password.ts'
import type { Client } from '../../client/index.ts'
import type { Instance } from '../../base/instance.ts'
import { addressFields } from '../../client/calls/address.ts'
import { createNewPasswordFlow, type NewPassword, type NewPasswordFlow } from './new-password.ts'

/** Makes the password reset of one element, which ends signed in. */
export function createResetPasswordFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'reset',
    async verify({ address, code }) {
      const type = preferredType.reset[address.channel]
      const reply = await instance
        .client()
        .send(validateCode, { ...addressFields(address), type, code })
      return reply.ticket
    },
    async finish({ proof, password }) {
      const user = await reset(instance.client(), proof, password)
      await instance.succeed(user, { result: 'password-set' })
    },
  })
}

async function reset(client: Client, proof: NewPassword['proof'], password: string): Promise<User> {
  if ('ticket' in proof) return client.send(resetByTicket, { ...proof, password })
  const { address, code } = proof
  const { channel, value } = address
  return channel === 'email'
    ? client.send(resetByEmail, { email: value, code, password })
    : client.send(resetByMobile, { mobile: value, code, password })
}
