import { atom, type ReadableAtom } from 'nanostores'
import type { Purpose } from '#protocol/code-types.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { readCode } from '../read-code.ts'
import type { Address } from './address.ts'
import { codeErrorFields, createCodeStep, type CodeStep } from './code-step.ts'
import { formText } from './form-text.ts'
import { checkNewPassword } from './password-rule.ts'
import type { ErrorFields } from './form-error.ts'
import { createFormAction, type FormAction } from './form-action.ts'

/** Sets a password after a code; with `verify-first`, the code is verified before. */
export interface NewPasswordFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  code: CodeStep
  /** Ticket of the proved address; empty before. */
  $ticket: ReadableAtom<string>
  /** Sends a code, verifies it, or finishes, depending on the step. */
  submit(form: FormData): Promise<boolean>
  /** Continues with an address proved elsewhere, by this ticket or the one in the page's address. */
  takeTicket(ticket: string): void
  /** Continues with a code that was sent before the page was reloaded. */
  resume(): void
  /** Fetches the keys for sealing before a credential is typed. */
  prepare(): void
  dispose(): void
}

/** An address with the code that was sent there. */
export interface Proof {
  address: Address
  code: string
}

/** Input of the last call. */
export interface NewPassword {
  proof: Proof | { ticket: string }
  password: string
  form: FormData
  signal: AbortSignal
}

/** Makes the flow: `verify` exchanges a code for a ticket, `finish` makes the last call. */
export function createNewPasswordFlow(
  instance: Instance,
  options: {
    purpose: Purpose
    errorFields?: ErrorFields
    verify: (proof: Proof, signal: AbortSignal) => Promise<string>
    finish: (typed: NewPassword) => Promise<void>
  },
): NewPasswordFlow {
  const formAction = createFormAction(instance, {
    ...codeErrorFields,
    password_policy: 'password',
    ...options.errorFields,
  })
  const code = createCodeStep(instance, options.purpose, formAction)
  const $ticket = atom('')

  function finish(form: FormData, proof: NewPassword['proof']): Promise<boolean> | false {
    const { common } = instance.$messages.get()
    const password = formText(form, 'password')
    const isWrong = formAction.setFieldErrors({
      code: 'code' in proof && proof.code === '' ? common.needCode : undefined,
      password: checkNewPassword(password, common),
    })
    if (isWrong) return false
    return formAction.run(async (signal) => {
      try {
        await options.finish({ proof, password, form, signal })
        code.finish()
        instance.dropTicket()
      } catch (error) {
        // An expired ticket needs another code.
        if (isRejection(error, 'ticket_expired')) {
          $ticket.set('')
          instance.dropTicket()
          code.restart()
        }
        throw error
      }
    })
  }

  return {
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    $ticket,
    code,
    async submit(form) {
      const ticket = $ticket.get()
      if (ticket !== '') return finish(form, { ticket })
      const state = code.$state.get()
      if (state.step === 'address') return code.send(form)
      const digits = readCode(formText(form, 'code'))
      const proof = { address: state.address, code: digits }
      if (!instance.$settings.get().verifyFirst) return finish(form, proof)
      if (digits === '')
        return formAction.setFieldError('code', instance.$messages.get().common.needCode)
      return formAction.run(async (signal) => {
        $ticket.set(await options.verify(proof, signal))
        code.finish()
      })
    },
    takeTicket: (ticket) => $ticket.set(ticket || instance.requestedTicket()),
    resume() {
      if ($ticket.get() === '') code.resume()
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => code.dispose(),
  }
}
