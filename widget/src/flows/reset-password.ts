import { resetByEmail, resetByMobile } from '#protocol/web/password.ts'
import type { Instance } from '../instance.ts'
import { createNewPasswordFlow, type NewPasswordFlow } from './new-password.ts'

/** Makes the password reset of one element, which signs nobody in. */
export function createResetPasswordFlow(instance: Instance): NewPasswordFlow {
  return createNewPasswordFlow(instance, {
    purpose: 'reset',
    async finish({ address: { channel, value }, code, password, signal }) {
      const client = instance.client()
      await (channel === 'email'
        ? client.send(resetByEmail, { email: value, code, password }, { signal })
        : client.send(resetByMobile, { mobile: value, code, password }, { signal }))
      instance.go({ name: 'done', outcome: { kind: 'password-set' } })
    },
  })
}
