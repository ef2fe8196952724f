import type { Clock } from '../lib/clock.ts'
import { maskAddress } from '../lib/address.ts'
import type { OperatorRepository } from '../store/operator-repository.ts'
import type { OperatorEvent } from '../store/schema/operators.ts'

/** What is written into the record, in the transaction of what was done. */
export interface OperatorEntry extends Omit<OperatorEvent, 'id' | 'at' | 'network'> {
  /** Network address of the operator; empty for a command. */
  address: string
}

const MAX_ID_ATTEMPTS = 64

/** The record of what operators do and whom they look at; `makeId` returns ids that grow with time. */
export function createOperatorRecord(
  operators: Pick<OperatorRepository, 'record' | 'recorded'>,
  makeId: () => string,
  clock: Clock,
) {
  return {
    list: operators.recorded,
    note: async ({ address, ...entry }: OperatorEntry): Promise<void> => {
      const event = { ...entry, network: maskAddress(address), at: clock() }
      // Repeated because two instances may create the same id.
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        if (await operators.record({ id: makeId(), ...event })) return
      }
      throw new Error('no free id was found for the record')
    },
  }
}
