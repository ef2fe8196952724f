declare module 'wawoff2' {
  /** Turns a WOFF 2 file into the font it was made from. */
  export function decompress(file: Uint8Array): Promise<Uint8Array>
}
