import type { Client, ClientSettings } from '../client/index.ts'
import { LostCodeError } from '../client/errors.ts'

/** Creates a client whose code is loaded when a credential is typed; `signal` ends its calls. */
export function createLazyClient(settings: ClientSettings, signal: AbortSignal): Client {
  let client: Promise<Client> | undefined
  let failures = 0

  function load(): Promise<Client> {
    client ??= import('../client/create-client.ts').then(
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
    send: async (endpoint, payload, options) =>
      (await load()).send(endpoint, payload, { signal, ...options }),
    async warmUp() {
      // In parallel with the client, which loads it again and reports failures.
      await Promise.allSettled([import('tweetnacl'), load().then((loaded) => loaded.warmUp())])
    },
  }
}
