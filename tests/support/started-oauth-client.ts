import { execFile } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { sharedSecrets } from './server-process.ts'
import { discover, oauthClientAt, REDIRECT, type OAuthClient } from './oauth-client.ts'

const root = path.join(import.meta.dirname, '../..')

/** A server in its own process. */
interface Started {
  origin: string
  /** Settings that it was started with. */
  env: Readonly<Record<string, string>>
}

/** Registers a client beside a server in a process of its own, as an operator does. */
export async function createStartedOAuthClient({ origin, env }: Started): Promise<OAuthClient> {
  const command = ['server/main.ts', 'client', 'add', 'Harbour', '--redirects', REDIRECT]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...command, '--scopes', 'openid profile email offline_access'],
    { cwd: root, env: { ...process.env, ...sharedSecrets, ...env } },
  )
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(stdout)?.[1] ?? ''
  return oauthClientAt(
    { fetch: (request) => fetch(request) },
    {
      id: printed('client_id'),
      secret: printed('client_secret'),
      redirect: REDIRECT,
      server: await discover({ fetch: (request) => fetch(request) }, origin),
    },
  )
}
