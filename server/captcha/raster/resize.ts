import { createPicture, type Picture } from './picture.ts'

interface Steps {
  from: Int32Array
  to: Int32Array
  share: Float32Array
}

function steps(length: number, wanted: number): Steps {
  const result = {
    from: new Int32Array(wanted),
    to: new Int32Array(wanted),
    share: new Float32Array(wanted),
  }
  for (let i = 0; i < wanted; i++) {
    const at = Math.min(length - 1, Math.max(0, ((i + 0.5) * length) / wanted - 0.5))
    const from = Math.floor(at)
    result.from[i] = from
    result.to[i] = Math.min(length - 1, from + 1)
    result.share[i] = at - from
  }
  return result
}

let kept = new Float32Array(0)

/** Room that is used again and again: to ask for a megabyte each time costs as much as the sums. */
function roomFor(length: number): Float32Array {
  if (kept.length < length) kept = new Float32Array(length)
  return kept
}

/** Draws a picture at another size, smoothly; soft scenery may be drawn small and enlarged. */
export function resize(picture: Picture, width: number, height: number): Picture {
  const { data } = picture
  const columns = steps(picture.width, width)
  const rows = steps(picture.height, height)
  // First along the rows, then down: two short sums in place of one long one.
  const wide = roomFor(width * picture.height * 3)
  for (let y = 0; y < picture.height; y++) {
    const line = y * picture.width
    for (let x = 0; x < width; x++) {
      const a = (line + (columns.from[x] ?? 0)) * 3
      const b = (line + (columns.to[x] ?? 0)) * 3
      const share = columns.share[x] ?? 0
      const i = (y * width + x) * 3
      const r = data[a] ?? 0
      const g = data[a + 1] ?? 0
      const blue = data[a + 2] ?? 0
      wide[i] = r + ((data[b] ?? 0) - r) * share
      wide[i + 1] = g + ((data[b + 1] ?? 0) - g) * share
      wide[i + 2] = blue + ((data[b + 2] ?? 0) - blue) * share
    }
  }
  const result = createPicture(width, height)
  const to = result.data
  const line = width * 3
  for (let y = 0; y < height; y++) {
    const a = (rows.from[y] ?? 0) * line
    const b = (rows.to[y] ?? 0) * line
    const share = rows.share[y] ?? 0
    const start = y * line
    for (let i = 0; i < line; i++) {
      const first = wide[a + i] ?? 0
      to[start + i] = first + ((wide[b + i] ?? 0) - first) * share
    }
  }
  return result
}
