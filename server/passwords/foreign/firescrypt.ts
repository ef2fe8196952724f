import { createCipheriv, timingSafeEqual } from 'node:crypto'
import { BASE64, fromBase64, randomBase64 } from './base64.ts'
import type { ForeignForm } from './foreign-form.ts'
import { isTooMuch, scryptOf } from './scrypt.ts'

const KEY_BYTES = 32
const SIGNER_KEY_BYTES = 64
const pattern = new RegExp(
  String.raw`^\$firescrypt\$(ln=(\d{1,2}),r=(\d{1,3}),k=([\w-]{1,64}))\$(${BASE64})\$(${BASE64})$`,
)

/**
 * Firebase: scrypt of the password encrypts a key that all its people share. `k` names the import
 * that brought the key; the salt ends with Firebase's salt separator.
 */
export const firescrypt: ForeignForm = {
  read: (text) => {
    const [, cost = '', ln, r, importId = '', salt = '', hashText = ''] = pattern.exec(text) ?? []
    const scryptCost = { logN: Number(ln), r: Number(r), p: 1 }
    const expected = fromBase64(hashText)
    if (expected.length !== SIGNER_KEY_BYTES || !(scryptCost.logN > 0 && scryptCost.r > 0)) {
      return undefined
    }
    return {
      cost,
      isTooCostly: isTooMuch(scryptCost),
      matches: async (password, { signerKeyOf }) => {
        const signerKey = await signerKeyOf(importId)
        const key = await scryptOf(password, fromBase64(salt), KEY_BYTES, scryptCost)
        if (signerKey?.length !== expected.length) return false
        const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
        return timingSafeEqual(Buffer.concat([cipher.update(signerKey), cipher.final()]), expected)
      },
    }
  },
  dummy: (cost) => `$firescrypt$${cost}$${randomBase64(10)}$${randomBase64(SIGNER_KEY_BYTES)}`,
}
