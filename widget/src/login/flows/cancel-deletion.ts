import { cancelDeletion } from '../../client/calls/account-deletion.ts'
import { deletionOf } from '../../client/calls/rejection.ts'
import type { Rejection } from '../../base/views.ts'
import type { Instance } from '../../base/instance.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'

/** Cancels the deletion of an account and signs in. */
export type CancelDeletionFlow = ReturnType<typeof createCancelDeletionFlow>

/** Makes the flow for an account whose sign-in was refused; the rejection holds the data for it. */
export function createCancelDeletionFlow(instance: Instance, rejection: Rejection) {
  const formAction = createFormAction(instance, {})
  const { ticket, closesAt } = deletionOf(rejection)
  return {
    ...formAction.shown,
    /** Time of the deletion in Unix seconds; `NaN` if it is not said. */
    closesAt,
    keep: () =>
      formAction.run(async () => {
        const user = await cancelDeletion(instance.client().send, ticket)
        await instance.succeed(user, { result: 'kept' })
      }),
  }
}
