import { createPicture, type Picture } from './picture.ts'

interface Step {
  from: number
  to: number
  share: number
}

function steps(length: number, wanted: number): Step[] {
  return Array.from({ length: wanted }, (_, i) => {
    const at = Math.min(length - 1, Math.max(0, ((i + 0.5) * length) / wanted - 0.5))
    const from = Math.floor(at)
    return { from, to: Math.min(length - 1, from + 1), share: at - from }
  })
}

/** Draws a picture at another size, smoothly; soft scenery may be drawn small and enlarged. */
export function resize(picture: Picture, width: number, height: number): Picture {
  const { data } = picture
  const rows = steps(picture.height, height)
  // First along the rows, then down: two short sums in place of one long one.
  const wide = new Float32Array(width * picture.height * 3)
  steps(picture.width, width).forEach(({ from, to, share }, x) => {
    for (let y = 0; y < picture.height; y++) {
      const a = (y * picture.width + from) * 3
      const b = (y * picture.width + to) * 3
      const i = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        const first = data[a + c] ?? 0
        wide[i + c] = first + ((data[b + c] ?? 0) - first) * share
      }
    }
  })
  const result = createPicture(width, height)
  const line = width * 3
  rows.forEach(({ from, to, share }, y) => {
    const a = from * line
    const b = to * line
    for (let i = 0; i < line; i++) {
      const first = wide[a + i] ?? 0
      result.data[y * line + i] = first + ((wide[b + i] ?? 0) - first) * share
    }
  })
  return result
}
