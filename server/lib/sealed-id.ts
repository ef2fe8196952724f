import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

const BLOCK_BYTES = 16
const TAG_BYTES = 8

/** Ids of one kind that only this server can read, so that applications cannot link them. */
export interface SealedIds {
  /** Returns 32 characters, always the same for an id of an application. */
  seal(aid: number, id: string): string
  /** Returns the id, or undefined for a text that was not sealed for the application. */
  open(aid: number, sealed: string): string | undefined
}

/** Returns the sealed ids of one kind; `lasting` derives keys, and ids are decimal, below 2^64. */
export function createSealedIds(
  lasting: (purpose: string, ...parts: readonly string[]) => Buffer,
  kind: string,
): SealedIds {
  const cipherKey = lasting(`sealed ${kind}`)
  const tagKey = lasting(`sealed ${kind}`, 'tag')
  const tagOf = (block: Buffer): Buffer =>
    createHmac('sha256', tagKey).update(block).digest().subarray(0, TAG_BYTES)
  return {
    seal: (aid, id) => {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeUInt32BE(aid, 4)
      block.writeBigUInt64BE(BigInt(id), 8)
      // A single block needs no mode of operation.
      const cipher = createCipheriv('aes-256-ecb', cipherKey, null).setAutoPadding(false)
      const sealed = Buffer.concat([cipher.update(block), cipher.final()])
      return Buffer.concat([sealed, tagOf(sealed)]).toString('base64url')
    },
    open: (aid, text) => {
      const bytes = Buffer.from(text, 'base64url')
      const sealed = bytes.subarray(0, BLOCK_BYTES)
      const tag = bytes.subarray(BLOCK_BYTES)
      if (tag.length !== TAG_BYTES || !timingSafeEqual(tagOf(sealed), tag)) return undefined
      const decipher = createDecipheriv('aes-256-ecb', cipherKey, null).setAutoPadding(false)
      const block = Buffer.concat([decipher.update(sealed), decipher.final()])
      return block.readUInt32BE(4) === aid ? String(block.readBigUInt64BE(8)) : undefined
    },
  }
}
