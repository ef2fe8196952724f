import { createPicture, type Picture } from './picture.ts'

interface Steps {
  from: Int32Array
  to: Int32Array
  share: Float32Array
}

function steps(length: number, target: number): Steps {
  const result = {
    from: new Int32Array(target),
    to: new Int32Array(target),
    share: new Float32Array(target),
  }
  for (let i = 0; i < target; i++) {
    const at = Math.min(length - 1, Math.max(0, ((i + 0.5) * length) / target - 0.5))
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

// Rows have functions of their own: the engine compiles what is called often once and for good, but a
// long loop within a single call anew for each call.

function stretchRow(
  data: Float32Array,
  line: number,
  { from, to, share }: Steps,
  wide: Float32Array,
  start: number,
): void {
  let i = start
  for (let x = 0; x < share.length; x++) {
    const a = (line + (from[x] ?? 0)) * 3
    const b = (line + (to[x] ?? 0)) * 3
    const part = share[x] ?? 0
    const red = data[a] ?? 0
    const green = data[a + 1] ?? 0
    const blue = data[a + 2] ?? 0
    wide[i] = red + ((data[b] ?? 0) - red) * part
    wide[i + 1] = green + ((data[b + 1] ?? 0) - green) * part
    wide[i + 2] = blue + ((data[b + 2] ?? 0) - blue) * part
    i += 3
  }
}

function mixRows(
  wide: Float32Array,
  above: number,
  below: number,
  share: number,
  row: Float32Array,
): void {
  let i = 0
  let a = above
  let b = below
  // Two pixels at a time: as a shorter function it would be taken into its caller, which is not hot.
  while (i < row.length) {
    const red = wide[a] ?? 0
    const green = wide[a + 1] ?? 0
    const blue = wide[a + 2] ?? 0
    row[i] = red + ((wide[b] ?? 0) - red) * share
    row[i + 1] = green + ((wide[b + 1] ?? 0) - green) * share
    row[i + 2] = blue + ((wide[b + 2] ?? 0) - blue) * share
    i += 3
    a += 3
    b += 3
  }
}

/** Draws a picture at another size, smoothly; soft scenery may be drawn small and enlarged. */
export function resize(picture: Picture, width: number, height: number): Picture {
  const columns = steps(picture.width, width)
  const rows = steps(picture.height, height)
  const line = width * 3
  // First along the rows, then down: two short sums in place of one long one.
  const wide = roomFor(line * picture.height)
  for (let y = 0; y < picture.height; y++) {
    stretchRow(picture.data, y * picture.width, columns, wide, y * line)
  }
  const result = createPicture(width, height)
  for (let y = 0; y < height; y++) {
    const above = (rows.from[y] ?? 0) * line
    const below = (rows.to[y] ?? 0) * line
    const row = result.data.subarray(y * line, (y + 1) * line)
    mixRows(wide, above, below, rows.share[y] ?? 0, row)
  }
  return result
}
