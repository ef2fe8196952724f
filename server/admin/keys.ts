import { acceptSecrets } from '../config/secret-marks.ts'
import { rootKeyOf, rotateKeys } from '../seal/seal.ts'
import { secretMarkRepository } from '../store/secret-mark-repository.ts'
import { AdminError, type Command } from './command.ts'

export const rotateSealKey: Command = {
  name: 'keys rotate',
  description:
    'Makes a new key for sealed fields, and a new one that signs id tokens; the present ones end. What they have sealed or signed stays good.',
  run: async (_input, { clock, print, openServices }) => {
    const { oauth, transaction } = await openServices()
    const sealing = await transaction((tx) => rotateKeys(tx.sealKeys, clock))
    // Neither where one cannot be made, so that it can be typed again.
    const signing = sealing && (await oauth.keys.rotate())
    if (sealing === undefined || signing === undefined) {
      throw new AdminError('A key was made this very second; wait for the next.')
    }
    print(`The key is now ${sealing}; servers that run publish it within a minute.`)
    print(`Id tokens are signed with ${signing} in two minutes, once every server publishes it.`)
  },
}

export const acceptNewSecrets: Command = {
  name: 'keys accept',
  description:
    'Takes the present SERVER_SECRET and SEAL_ROOT_KEY for those of the database, where the former ones are lost. Codes under way, known devices and ids for applications begin anew.',
  run: async (_input, { openDatabase, print, secrets }) => {
    const { query } = await openDatabase()
    await acceptSecrets(secretMarkRepository(query), secrets())
    print('The next start takes these secrets; start every instance again.')
  },
}

export const showRootKey: Command = {
  name: 'keys root',
  description:
    'Prints the public half of the root key, which a site on another host may be built with.',
  run: async (_input, { print, secrets }) => {
    print(rootKeyOf(secrets()))
  },
}
