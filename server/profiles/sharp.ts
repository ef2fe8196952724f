import type sharp from 'sharp'

/** The library for pictures, loaded when the first one comes: it takes a sixth of the idle memory. */
export async function loadSharp(): Promise<typeof sharp> {
  return (await import('sharp')).default
}
