import { expect } from 'vitest'
import { typeCommand } from './command.ts'
import type { TestServer } from './test-server.ts'

/** What has the log id of a reply. */
type Told = Pick<Response, 'headers'>

/** Types `user trace`, and returns what it prints. */
export async function trace(server: TestServer, who: string, ...flags: string[]): Promise<string> {
  await server.settled()
  const { code, output, errors } = await typeCommand(server, ['user', 'trace', who, ...flags])
  expect(errors).toBe('')
  expect(code).toBe(0)
  return output
}

/** Returns the id that a refused person reads. */
export function logIdOf({ headers }: Told): string {
  return headers.get('x-tt-logid') ?? ''
}

/** Expects the same cause from an address and from the log id. */
export async function expectCause(
  server: TestServer,
  told: Told,
  cause: string,
  address: string,
): Promise<void> {
  for (const who of [address, logIdOf(told)]) {
    const output = await trace(server, who)
    expect(output.split('\n').find((line) => line.startsWith('Likely:'))).toContain(cause)
    expect(output).toContain('Tell her: ')
  }
}
