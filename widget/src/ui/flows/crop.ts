/** Size of a picture in pixels. */
export interface Size {
  width: number
  height: number
}

/** Visible square of a picture: zoom, and its centre from 0 to 1. */
export interface Crop {
  /** 1 shows the largest possible square, `MAX_ZOOM` the smallest. */
  zoom: number
  x: number
  y: number
}

/** Maximum zoom. */
export const MAX_ZOOM = 4

/** The largest square in the centre of a picture. */
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** Returns the square in pixels of the picture. */
export function squareOf(
  { width, height }: Size,
  crop: Crop,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height) / crop.zoom
  return { x: crop.x * width - side / 2, y: crop.y * height - side / 2, side }
}

/** Keeps the square inside the picture. */
export function clampCrop(size: Size, { zoom, x, y }: Crop): Crop {
  const kept = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const side = Math.min(size.width, size.height) / kept
  return { zoom: kept, x: within(x, side / 2 / size.width), y: within(y, side / 2 / size.height) }
}

/** Moves the picture by a fraction of the square's side. */
export function moveCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = squareOf(size, crop)
  return clampCrop(size, {
    ...crop,
    x: crop.x - (by.x * side) / size.width,
    y: crop.y - (by.y * side) / size.height,
  })
}

/** Zooms by a factor around `at`, a point in the square from 0 to 1. */
export function zoomCrop(
  size: Size,
  crop: Crop,
  factor: number,
  at: { x: number; y: number } = { x: 0.5, y: 0.5 },
): Crop {
  const before = squareOf(size, crop)
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom * factor))
  const side = Math.min(size.width, size.height) / zoom
  const shift = before.side - side
  return clampCrop(size, {
    zoom,
    x: (before.x + at.x * shift + side / 2) / size.width,
    y: (before.y + at.y * shift + side / 2) / size.height,
  })
}

function within(value: number, margin: number): number {
  return Math.min(1 - margin, Math.max(margin, value))
}
