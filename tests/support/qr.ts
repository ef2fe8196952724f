import { expect } from 'vitest'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import type { AppSettings } from '../../server/store/app-settings.ts'
import type { Answer, Client } from './client.ts'
import type { Person } from './create-people.ts'
import type { TestServer } from './test-server.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** A desktop that shows a code. */
export interface Desktop {
  client: Client
  first: Answer
  token: string
  /** Token in the QR code. */
  scanToken: string
  poll(): Promise<Answer>
}

/** Asks for a code from Firefox on Windows. */
export async function showCode(server: TestServer, client = server.client()): Promise<Desktop> {
  const first = await client.call(getQrcode, {}, { headers: { 'user-agent': firefox } })
  expect(first.error).toBeUndefined()
  const token = first.data.token
  const scanToken = new URL(first.data.qrcode_index_url).searchParams.get('token') ?? ''
  return { client, first, token, scanToken, poll: () => poll(server, client, token) }
}

/** Asks how a code stands, a second after the last time. */
export async function poll(server: TestServer, client: Client, token: string): Promise<Answer> {
  server.clock.passSeconds(1)
  return await client.call(checkQrconnect, { token })
}

/** Scans a code with a phone that is signed in. */
export async function scan({ client }: Person, token: string): Promise<Answer> {
  return await client.call(scanQrcode, { token })
}

/** Confirms or refuses a code on the phone. */
export async function answer(
  { client }: Person,
  token: string,
  action: 'confirm' | 'refuse' = 'confirm',
): Promise<Answer> {
  return await client.call(confirmQrcode, { token, action })
}

/** Changes settings of the site's application, also for what the server has read before. */
export async function setApp(
  server: TestServer,
  settings: Partial<AppSettings>,
  redirects: readonly string[] = [],
): Promise<void> {
  const { apps, registeredApps } = server.app.services
  const app = await apps.find(1001)
  if (app === undefined) throw new Error('the site is not registered')
  await registeredApps.update({ ...app, redirects, settings: { ...app.settings, ...settings } })
  server.clock.passSeconds(31)
}
