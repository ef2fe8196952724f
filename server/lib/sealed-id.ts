import { createCipheriv, createDecipheriv, timingSafeEqual, type Cipheriv } from 'node:crypto'

const BLOCK_BYTES = 16
const TAG_BYTES = 8
const ALGORITHM = 'aes-256-ecb'

/** Returns ids of one kind that only this server can read, so that applications cannot link them; `lasting` derives keys, and ids are decimal, below 2^64. */
export function createSealedIds(
  lasting: (purpose: string, ...parts: readonly string[]) => Buffer,
  kind: string,
) {
  const cipher = blockCipher(lasting(`sealed ${kind}`))
  const opener = createDecipheriv(ALGORITHM, lasting(`sealed ${kind}`), null)
  opener.setAutoPadding(false)
  const tagger = blockCipher(lasting(`sealed ${kind}`, 'tag'))
  const tagOf = (sealed: Buffer): Buffer => tagger.update(sealed).subarray(0, TAG_BYTES)
  return {
    /** Returns 32 characters, always the same for an id of an application. */
    seal: (aid: number, id: string) => {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeUInt32BE(aid, 4)
      block.writeBigUInt64BE(BigInt(id), 8)
      const sealed = cipher.update(block)
      return Buffer.concat([sealed, tagOf(sealed)]).toString('base64url')
    },
    /** Returns the id, or undefined for a text that was not sealed for the application. */
    open: (aid: number, text: string) => {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length !== BLOCK_BYTES + TAG_BYTES) return undefined
      const sealed = bytes.subarray(0, BLOCK_BYTES)
      if (!timingSafeEqual(tagOf(sealed), bytes.subarray(BLOCK_BYTES))) return undefined
      const block = opener.update(sealed)
      return block.readUInt32BE(4) === aid ? String(block.readBigUInt64BE(8)) : undefined
    },
  }
}

// Single blocks need no mode of operation, so one cipher serves all ids: a page of a list has hundreds.
function blockCipher(key: Buffer): Cipheriv {
  return createCipheriv(ALGORITHM, key, null).setAutoPadding(false)
}
