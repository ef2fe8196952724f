import { atom } from 'nanostores'
import type { Purpose } from '#protocol/code-types.ts'
import { isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { readCode } from '../../base/read-code.ts'
import type { Address } from '../../client/calls/address.ts'
import { codeErrorFields, createCodeStep, type CodeStep } from '../../ui/flows/code-step.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { checkNewPassword } from '../../ui/flows/password-rule.ts'
import type { ErrorFields } from '../../ui/flows/form-error.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Takes a code and then a password, which a sign-up need not have; with `verify-first`, the code is verified before. */
export type NewPasswordFlow = MadeBy<typeof createNewPasswordFlow>

/** An address with the code that was sent there. */
export interface Proof {
  address: Address
  code: string
}

/** Input of the last call. */
export interface NewPassword {
  proof: Proof | { ticket: string }
  /** Empty where none is asked for. */
  password: string
  form: FormData
}

/** Makes the flow: `verify` exchanges a code for a ticket, `finish` makes the last call. */
export function createNewPasswordFlow(
  instance: Instance,
  options: {
    purpose: Purpose
    errorFields?: ErrorFields
    verify: (proof: Proof) => Promise<string>
    finish: (typed: NewPassword) => Promise<void>
  },
) {
  const formAction = createFormAction(instance, {
    ...codeErrorFields,
    password_policy: 'password',
    ...options.errorFields,
  })
  const code: CodeStep = createCodeStep(instance, options.purpose, formAction)
  const $ticket = atom('')
  const $hasPassword = atom(options.purpose !== 'register')

  function verifiesFirst(): boolean {
    return instance.$settings.get().verifyFirst && $hasPassword.get()
  }

  function finish(form: FormData, proof: NewPassword['proof']): Promise<boolean> | false {
    const { common } = instance.$messages.get()
    const password = formText(form, 'password')
    const isWrong = formAction.setFieldErrors({
      code: 'code' in proof && proof.code === '' ? common.needCode : undefined,
      password:
        $hasPassword.get() || password !== '' ? checkNewPassword(password, common) : undefined,
    })
    if (isWrong) return false
    return formAction.run(async () => {
      try {
        await options.finish({ proof, password, form })
        code.finish()
        instance.dropTicket()
      } catch (error) {
        // An expired ticket needs another code.
        if (isRejection(error, 'ticket_expired')) {
          $ticket.set('')
          instance.dropTicket()
          code.restart()
        }
        if (isRejection(error, 'password_policy')) {
          // The application requires one.
          const isNew = !$hasPassword.get()
          $hasPassword.set(true)
          if (isNew && verifiesFirst() && 'code' in proof) {
            $ticket.set(await options.verify(proof))
            code.finish()
            return
          }
        }
        throw error
      }
    })
  }

  return {
    ...formAction.shown,
    /** Ticket of the proved address; empty before. */
    $ticket,
    /** Whether a password is asked for. */
    $hasPassword,
    askPassword: () => $hasPassword.set(true),
    code,
    /** Sends a code, verifies it, or finishes, depending on the step. */
    async submit(form: FormData) {
      const ticket = $ticket.get()
      if (ticket !== '') return finish(form, { ticket })
      const state = code.$state.get()
      if (state.step === 'address') return code.send(form)
      const digits = readCode(formText(form, 'code'))
      const proof = { address: state.address, code: digits }
      if (!verifiesFirst()) return finish(form, proof)
      if (digits === '')
        return formAction.setFieldError('code', instance.$messages.get().common.needCode)
      return formAction.run(async () => {
        $ticket.set(await options.verify(proof))
        code.finish()
      })
    },
    /** Continues with an address proved elsewhere, by this ticket or the one in the page's address. */
    takeTicket: (ticket: string) => $ticket.set(ticket || instance.requestedTicket()),
    /** Continues with a code that was sent before the page was reloaded. */
    resume() {
      if ($ticket.get() === '') code.resume()
    },
    /** Fetches the keys for sealing before a credential is typed. */
    prepare: instance.prepare,
    dispose: () => code.dispose(),
  }
}
