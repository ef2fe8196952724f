import sharp from 'sharp'
import type { uploadLogo } from '#protocol/web/organizations.ts'
import type { uploadAvatar, uploadPicture } from '#protocol/web/profile.ts'
import { readAnswer, type Answer, type Client } from './client.ts'
import { ORIGIN } from './test-server.ts'

/** A picture of one colour. */
export async function png(width: number, height: number, background = '#2340c8'): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Sends a file as a page does; without bytes, everything but the file. */
export async function upload(
  client: Client,
  endpoint: typeof uploadAvatar | typeof uploadPicture | typeof uploadLogo,
  field: string,
  bytes: Buffer | undefined,
  fields: Record<string, string> = {},
  path = `/passport/web/${endpoint.paths.web?.[0]}`,
): Promise<Answer> {
  const body = new FormData()
  body.set('aid', '1001')
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (bytes !== undefined) body.set(field, new Blob([new Uint8Array(bytes)]), 'me.png')
  const headers = {
    origin: ORIGIN,
    'x-tt-passport-csrf-token': client.cookies.get('passport_csrf_token') ?? '',
  }
  return await readAnswer(
    await client.send(
      new Request(`${ORIGIN}${path}?language=en`, { method: 'POST', headers, body }),
    ),
  )
}
