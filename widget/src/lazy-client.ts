import type { Client, ClientSettings } from './client/index.ts'
import { LostCodeError } from './client/errors.ts'

/** A client whose code comes when it is first needed, which is when a credential is typed. */
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
      // Beside the client, not after it; the client asks for it again and reports what went wrong.
      await Promise.allSettled([import('tweetnacl'), load().then((loaded) => loaded.warmUp())])
    },
  }
}
