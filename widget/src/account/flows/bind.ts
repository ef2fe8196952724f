import type { Channel } from '#protocol/code-types.ts'
import { isRejection } from '../../client/errors.ts'
import { keyOf } from '../../client/calls/rejection.ts'
import { readAddress } from '../../ui/flows/address.ts'
import { moveHere, provedCall, removeAddress, setAddress } from '../../client/calls/binding.ts'
import { readCode } from '../../base/read-code.ts'
import { codeErrorFields, createCodeStep, type CodeStep } from '../../ui/flows/code-step.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import {
  beginStepUp,
  createSteps,
  linkedAccountMethods,
  withStepUp,
  type StepUp,
} from './step-up.ts'
import { addressChangeMethods, stepUpMethods } from '../../ui/flows/step-up-methods.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Change to make to an address of the account. */
export interface BindPlan {
  does: 'add' | 'change' | 'remove'
  channel: Channel
  /** The address it has now, as it is shown; empty where there is none. */
  present: string
}

/** Step of the flow. */
export type BindStep =
  /** Last change, or the one that was cancelled. */
  | { at: 'list'; done?: BindPlan; left?: BindPlan }
  /** Explains the effect of removing. */
  | { at: 'remove'; plan: BindPlan }
  /** The person shows that the account is theirs. */
  | { at: 'proof'; plan: BindPlan; proof: StepUp }
  /** The new address is asked for, then the code that was sent to it. */
  | { at: 'code'; plan: BindPlan; code: CodeStep }
  /** Another account has the address; `key` moves it here. */
  | { at: 'move'; plan: BindPlan; key: string; address: string }
  /** The account has no method left for a step-up but signing in again. */
  | { at: 'sign-in-again'; plan: BindPlan }

/** Adding, replacing and removing the addresses of an account. */
export type BindFlow = MadeBy<typeof createBindFlow>

/** Makes it for one element or page. */
export function createBindFlow({ instance, account }: AccountContext) {
  const formAction = createAccountAction(instance, account, {
    ...codeErrorFields,
    mobile_error: 'mobile',
  })
  const { $step, go, dispose } = createSteps<BindStep>({ at: 'list' }, formAction)
  const codes = {
    add: createCodeStep(instance, 'bind', formAction),
    change: createCodeStep(instance, 'change', formAction),
  }
  let ticket = ''
  let signsOutOthers = false

  function askAddress(plan: BindPlan): void {
    go({ at: 'code', plan, code: plan.does === 'change' ? codes.change : codes.add })
  }

  function prove(plan: BindPlan): void {
    const state = account.$state.get()
    if (state.step !== 'ready') return
    const endpoint = provedCall(plan)
    // Anything but a code would be enough to take over what resets a password.
    const methods =
      plan.does === 'change'
        ? addressChangeMethods(state.user, plan.channel)
        : [
            ...stepUpMethods(state.user, plan.channel),
            ...linkedAccountMethods(instance, state.user, endpoint),
          ]
    const proof = beginStepUp(instance, methods, endpoint, {
      onProved(proved) {
        ticket = proved
        if (plan.does === 'change') askAddress(plan)
        else {
          go({ at: 'remove', plan })
          void remove(plan)
        }
      },
      onClose: close,
    })
    go(proof === undefined ? { at: 'sign-in-again', plan } : { at: 'proof', plan, proof })
  }

  async function finish(plan: BindPlan): Promise<void> {
    go({ at: 'list', done: plan })
    const what = plan.channel
    instance.changed({ what, did: plan.does === 'remove' ? 'removed' : 'set' })
    await account.load()
  }

  function close(): void {
    const step = $step.get()
    ticket = ''
    signsOutOthers = false
    go({ at: 'list', ...('plan' in step && { left: step.plan }) })
  }

  function remove(plan: BindPlan): Promise<boolean> {
    return formAction.run(async () => {
      const { send } = instance.client()
      await removeAddress(send, plan, { ticket, signsOutOthers })
      await finish(plan)
    })
  }

  function submitAddress(plan: BindPlan, code: CodeStep, form: FormData): Promise<boolean> {
    const messages = instance.$messages.get()
    const { common } = messages
    const { channel } = plan
    // The field for numbers also tells the whole one, with its country.
    const typed = (channel === 'mobile' && formText(form, 'number')) || formText(form, channel)
    const read = readAddress(typed, common)
    if ('wrong' in read || read.channel !== channel) {
      const need = channel === 'mobile' ? common.needMobile : messages.bind.needEmail
      return Promise.resolve(formAction.setFieldError(channel, need))
    }
    const shown = formText(form, 'shown')
    return code.sendTo(shown === '' ? read : { ...read, shown })
  }

  function submitCode(plan: BindPlan, address: string, form: FormData): Promise<boolean> {
    const code = readCode(formText(form, 'code'))
    if (code === '') {
      return Promise.resolve(
        formAction.setFieldError('code', instance.$messages.get().common.needCode),
      )
    }
    const call = { ticket, code, signsOutOthers: form.has('signsOutOthers') }
    const send = (proof: { ticket?: string }): Promise<void> =>
      setAddress(instance.client().send, plan, address, { ...call, ...proof })
    return formAction.run(async () => {
      try {
        await (plan.does === 'add'
          ? withStepUp(instance, account, provedCall(plan), send)
          : send({}))
      } catch (error) {
        const key = isRejection(error, 'mobile_bound_need_jump') && keyOf(error)
        if (key) {
          go({ at: 'move', plan, key, address })
          return
        }
        // The proof has expired while the person waited for the code, so it is asked for again.
        if (plan.does === 'change' && isRejection(error, 'ticket_expired')) prove(plan)
        throw error
      }
      await finish(plan)
    })
  }

  function submitMove({ plan, key }: Extract<BindStep, { at: 'move' }>): Promise<boolean> {
    return formAction.run(async () => {
      await moveHere(instance.client().send, plan.channel, key)
      await finish(plan)
    })
  }

  return {
    $step,
    ...formAction.shown,
    begin(plan: BindPlan) {
      ticket = ''
      if (plan.does === 'add') askAddress(plan)
      else if (plan.does === 'remove') go({ at: 'remove', plan })
      else prove(plan)
    },
    /** Sends the form of the present step. */
    submit(form: FormData) {
      const step = $step.get()
      switch (step.at) {
        case 'remove':
          signsOutOthers = form.has('signsOutOthers')
          prove(step.plan)
          return Promise.resolve(true)
        case 'code': {
          const state = step.code.$state.get()
          return state.step === 'address'
            ? submitAddress(step.plan, step.code, form)
            : submitCode(step.plan, state.address.value, form)
        }
        case 'move':
          return submitMove(step)
        case 'list':
        case 'proof':
        case 'sign-in-again':
          return Promise.resolve(false)
      }
    },
    /** Back to ask for another address. */
    restart() {
      const step = $step.get()
      if (step.at === 'code' || step.at === 'move') askAddress(step.plan)
    },
    close,
    prepare: instance.prepare,
    dispose,
  }
}
