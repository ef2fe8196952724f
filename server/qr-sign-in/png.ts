/** Width of a QR module in pixels; at one bit per pixel, a module fills exactly one byte. */
const MODULE_PX = 8

const BLACK = 0x00
const WHITE = 0xff

/** Returns a black and white PNG of a QR code, whose dark modules are `true`. */
export async function toPng(modules: readonly (readonly boolean[])[]): Promise<Uint8Array> {
  // Loaded with the first code, because the start of the server should not wait for it.
  const { encode } = await import('fast-png')
  const lines = modules.flatMap((row) => {
    const line = row.map((isDark) => (isDark ? BLACK : WHITE))
    return Array<number[]>(MODULE_PX).fill(line)
  })
  const size = modules.length * MODULE_PX
  const data = Uint8Array.from(lines.flat())
  return encode({ width: size, height: size, depth: 1, channels: 1, data })
}
