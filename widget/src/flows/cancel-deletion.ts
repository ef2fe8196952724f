import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import type { Instance, Rejection } from '../instance.ts'
import { createFormAction, type FormAction } from './form-action.ts'

/** Cancels the deletion of an account and signs in. */
export interface CancelDeletionFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  keep(): Promise<boolean>
}

/** Makes the flow for an account whose sign-in was refused; the rejection holds the data for it. */
export function createCancelDeletionFlow(
  instance: Instance,
  { data }: Rejection,
): CancelDeletionFlow {
  const formAction = createFormAction(instance, {})
  return {
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    keep: () =>
      formAction.run(async (signal) => {
        const ticket = String(data.revoke_ticket)
        const client = instance.client()
        const user = await client.send(cancelRevoke, { revoke_ticket: ticket }, { signal })
        await instance.succeed('sign-in', user, { result: 'kept' })
      }),
  }
}
