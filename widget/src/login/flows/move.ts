import type { Channel } from '#protocol/code-types.ts'
import { PassportError } from '../../client/errors.ts'
import type { Rejection } from '../../base/views.ts'
import type { Instance } from '../../base/instance.ts'
import { moveHere } from '../../client/calls/binding.ts'
import { keyOf } from '../../client/calls/rejection.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'

/** Kind of identifier or link that can be moved here from another account. */
export type Movable = 'connection' | Channel

/** Moves a linked account or an address here from another account. */
export type MoveFlow = ReturnType<typeof createMoveFlow>

/** Errors after which another attempt with the same key would fail as well. */
const finalErrors: ReadonlySet<string> = new Set([
  'ticket_expired',
  'last_binding',
  'mobile_has_bound',
  'already_bound',
  'session_expired',
  'connect_switch',
])

/** Makes the flow for a rejection that holds the key. */
export function createMoveFlow(instance: Instance, { name, data }: Rejection) {
  const what = movableOf(name, data)
  const key = keyOf({ data }) ?? ''
  const formAction = createFormAction(instance, {})

  return {
    what,
    ...formAction.shown,
    move: () =>
      formAction.run(async () => {
        try {
          await moveHere(instance.client().send, what, key)
        } catch (error) {
          if (error instanceof PassportError && finalErrors.has(error.name)) {
            instance.go({ name: 'failed', rejection: explained(instance, error) })
          }
          throw error
        }
        instance.go({ name: 'moved', destination: instance.destination() })
        instance.changed({ what, did: 'set' })
      }),
  }
}

function movableOf(name: string, { channel }: Rejection['data']): Movable {
  if (name === 'connect_switch') return 'connection'
  return channel === 'email' ? 'email' : 'mobile'
}

/** Errors that mean, for a move, that the other account would lose its only sign-in method. */
const onlyMethodErrors: ReadonlySet<string> = new Set(['last_binding', 'mobile_has_bound'])

function explained(instance: Instance, error: PassportError): Rejection {
  const { name, code, data, logId } = error
  const { onlyMethod } = instance.$messages.get().thirdParty
  const message = onlyMethodErrors.has(name) ? onlyMethod : error.message
  return { name, code, data, logId, message }
}
