import { encodeQR } from 'qr'

/** Width of a QR module in pixels; at one bit per pixel, a module fills exactly one byte. */
const MODULE_PX = 8

const BLACK = 0x00
const WHITE = 0xff
const BORDER_MODULES = 4

/** Returns the QR code of a text as PNG in base64. */
export async function drawQr(text: string): Promise<string> {
  // Loaded with the first code, so that the start of the server does not wait for it.
  const { encode } = await import('fast-png')
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER_MODULES })
  const lines = modules.flatMap((row) => {
    const line = row.map((isDark) => (isDark ? BLACK : WHITE))
    return Array<number[]>(MODULE_PX).fill(line)
  })
  const size = modules.length * MODULE_PX
  const data = Uint8Array.from(lines.flat())
  const png = encode({ width: size, height: size, depth: 1, channels: 1, data })
  return Buffer.from(png).toString('base64')
}
