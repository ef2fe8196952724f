import { AdminError, type Command } from './command.ts'
import { rotateKeys } from '../seal/seal.ts'

export const rotate: Command = {
  name: 'keys rotate',
  usage: '',
  about: 'Publishes a new sealing key at once; the present one ends, and opens what is on its way.',
  run: async (_typed, { clock, print, withData }) => {
    const kid = await withData((stores) => stores.tx((tx) => rotateKeys(tx.seals, clock)))
    if (kid === undefined)
      throw new AdminError('A key was made this very second; wait for the next.')
    print(`The key is now ${kid}; servers that run publish it within a minute.`)
  },
}
