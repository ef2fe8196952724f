import { createHmac, timingSafeEqual } from 'node:crypto'

const { PORT = '4324', PASSPORT_SERVER = 'http://localhost:4321' } = process.env
const { PASSPORT_AID = '2002', SESSION_SECRET } = process.env

export const server = PASSPORT_SERVER
export const aid = PASSPORT_AID
export const origin = `http://127.0.0.1:${PORT}`
export const redirectUri = `${origin}/signed-in`

/** Options of cookies that no script can read; with https add `secure`. */
export const hidden = { httpOnly: true, sameSite: 'lax', path: '/' }

const sign = (text) => createHmac('sha256', SESSION_SECRET).update(text).digest('base64url')

/** Writes who signed in into a cookie that only this server can write. */
export function writeSession(user) {
  const text = Buffer.from(JSON.stringify(user)).toString('base64url')
  return `${text}.${sign(text)}`
}

export function readSession(cookie = '') {
  const [text, signature = ''] = cookie.split('.')
  const isOurs =
    signature.length === 43 && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)))
  return isOurs ? JSON.parse(Buffer.from(text, 'base64url')) : undefined
}
