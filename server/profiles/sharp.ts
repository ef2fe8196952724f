import type sharp from 'sharp'

/** Loads sharp with the first picture, because it takes a sixth of the idle memory. */
export async function loadSharp(): Promise<typeof sharp> {
  return (await import('sharp')).default
}
