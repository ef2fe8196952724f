import { requireFreePort } from '../../server/config/ports.ts'

/**
 * Checks that ports of this machine are free; each is keyed by the setting that names it.
 * @throws ConfigError that says which port is taken, and what to do.
 */
export async function expectFree(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [setting, port] of Object.entries(ports)) {
    await requireFreePort({ host: '127.0.0.1', port, names: ['HOST', setting] })
  }
}
