import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import type { Instance, Refused } from '../instance.ts'
import { createTask, type Task } from './task.ts'

/** Taking back the closing of an account. */
export interface KeepAccountFlow extends Pick<Task, '$isBusy' | '$problem'> {
  keep(): Promise<boolean>
}

/** Makes it for the account that a sign-in was refused for; that refusal brought what it takes. */
export function createKeepAccountFlow(instance: Instance, { data }: Refused): KeepAccountFlow {
  const task = createTask(instance, {})
  return {
    $isBusy: task.$isBusy,
    $problem: task.$problem,
    keep: () =>
      task.run(async (signal) => {
        const ticket = String(data.revoke_ticket)
        await instance.client().send(cancelRevoke, { revoke_ticket: ticket }, { signal })
        instance.go({ name: 'done', outcome: { kind: 'kept' } })
      }),
  }
}
