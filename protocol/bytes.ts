// `TextEncoder`, `btoa` and `Buffer` are missing here: the protocol compiles without DOM and Node types.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...alphabet].map((letter, value) => [letter, value]))

/**
 * Encodes text as UTF-8.
 * @throws URIError for a lone surrogate.
 */
export function toUtf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text)
  const bytes: number[] = []
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] === '%') {
      bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16))
      at += 2
    } else {
      bytes.push(escaped.charCodeAt(at))
    }
  }
  return Uint8Array.from(bytes)
}

/**
 * Decodes UTF-8.
 * @throws URIError for malformed bytes.
 */
export function fromUtf8(bytes: Uint8Array): string {
  let escaped = ''
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, '0')}`
  return decodeURIComponent(escaped)
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const remaining = bytes.length - at
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63)
    if (remaining > 1) text += alphabet.charAt((group >> 6) & 63)
    if (remaining > 2) text += alphabet.charAt(group & 63)
  }
  return text
}

/** Decodes base64url; returns undefined for a wrong character or length. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let buffer = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const value = values.get(letter)
    if (value === undefined) return undefined
    buffer = ((buffer << 6) | value) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (buffer >> bits) & 255
    }
  }
  return bytes
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
