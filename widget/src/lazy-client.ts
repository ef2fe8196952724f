import type { Client, ClientSettings } from './client/index.ts'
import { LostCodeError } from './client/errors.ts'

/** Creates a client whose code is loaded when a credential is typed. */
export function createLazyClient(settings: ClientSettings): Client {
  let client: Promise<Client> | undefined
  let failures = 0

  function load(): Promise<Client> {
    client ??= import('./client/create-client.ts').then(
      (chunk) => chunk.createClient(settings),
      (cause: unknown) => {
        // The next call tries again.
        client = undefined
        failures += 1
        throw new LostCodeError(failures, cause)
      },
    )
    return client
  }

  return {
    send: async (...call) => (await load()).send(...call),
    async warmUp() {
      // In parallel with the client, which loads it again and reports failures.
      await Promise.allSettled([import('tweetnacl'), load().then((loaded) => loaded.warmUp())])
    },
  }
}
