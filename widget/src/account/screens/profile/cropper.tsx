import {
  useEffect,
  useRef,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
} from 'react'
import {
  clampCrop,
  MAX_ZOOM,
  moveCrop,
  squareOf,
  zoomCrop,
  type Crop,
} from '../../../ui/flows/crop.ts'
import { useFrame } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'

/** Side of the drawn square in pixels. */
const SIDE_PX = 480
const KEY_STEP = 0.04
const BUTTON_STEP = 0.1
const ZOOM_STEP = 1.1

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Cuts a square out of a picture: by dragging and pinching, by the wheel, by keys, and by buttons
 * for those who do not drag (WCAG 2.2, 2.5.7). Nothing moves by itself.
 */
export function Cropper(props: {
  bitmap: ImageBitmap
  isDisabled: boolean
  crop: Crop
  onCrop: Dispatch<SetStateAction<Crop>>
}): ReactNode {
  const { bitmap, isDisabled, crop, onCrop: setCrop } = props
  const { prefix, messages } = useFrame()
  const t = messages.profile
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => draw(canvas.current, bitmap, crop), [bitmap, crop])
  useEffect(() => {
    const target = canvas.current
    if (target === null || isDisabled) return undefined
    return followPointers(target, {
      move: (by) => setCrop((now) => moveCrop(bitmap, now, by)),
      zoom: (factor, at) => setCrop((now) => zoomCrop(bitmap, now, factor, at)),
    })
  }, [bitmap, isDisabled, setCrop])

  function press(event: KeyboardEvent): void {
    const arrow = arrows[event.key]
    const factor =
      event.key === '+' || event.key === '=' ? ZOOM_STEP : event.key === '-' ? 1 / ZOOM_STEP : 0
    if (isDisabled || event.ctrlKey || event.metaKey || (arrow === undefined && factor === 0))
      return
    event.preventDefault()
    // From the latest crop: keys may be faster than renders.
    if (arrow === undefined) setCrop((now) => zoomCrop(bitmap, now, factor))
    else setCrop((now) => moveCrop(bitmap, now, times(arrow, KEY_STEP)))
  }

  const percent = Math.round(crop.zoom * 100)
  return (
    <div {...partProps('crop')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing native is moved in two directions */}
      <div
        {...partProps('crop-frame')}
        role="application"
        aria-label={t.cropLabel}
        aria-describedby={`${prefix}-crop-help`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        tabIndex={0}
        onKeyDown={press}
      >
        <canvas
          {...partProps('crop-picture')}
          ref={canvas}
          width={SIDE_PX}
          height={SIDE_PX}
          aria-hidden="true"
        />
      </div>
      <p {...partProps('hint')} id={`${prefix}-crop-help`}>
        {t.cropHelp}
      </p>
      <div {...partProps('crop-tools')}>
        <fieldset {...partProps('crop-moves')} aria-label={t.moveLabel}>
          {(
            [
              ['ArrowLeft', t.moves.left, 'm14 6-6 6 6 6'],
              ['ArrowUp', t.moves.up, 'm6 14 6-6 6 6'],
              ['ArrowDown', t.moves.down, 'm6 10 6 6 6-6'],
              ['ArrowRight', t.moves.right, 'm10 6 6 6-6 6'],
            ] as const
          ).map(([key, label, path]) => (
            <button
              key={key}
              type="button"
              {...partProps('icon')}
              aria-label={label}
              disabled={isDisabled}
              onClick={() =>
                setCrop((now) => moveCrop(bitmap, now, times(arrows[key], BUTTON_STEP)))
              }
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            </button>
          ))}
        </fieldset>
        <label {...partProps('zoom')}>
          <span {...partProps('label')}>{t.zoom}</span>
          <input
            type="range"
            {...partProps('range')}
            min={100}
            max={MAX_ZOOM * 100}
            step={5}
            value={percent}
            aria-valuetext={t.zoomed(percent)}
            form=""
            disabled={isDisabled}
            onChange={(event) => {
              const zoom = Number(event.currentTarget.value) / 100
              setCrop((now) => clampCrop(bitmap, { ...now, zoom }))
            }}
          />
        </label>
      </div>
    </div>
  )
}

function times(
  arrow: { x: number; y: number } | undefined,
  step: number,
): { x: number; y: number } {
  return { x: (arrow?.x ?? 0) * step, y: (arrow?.y ?? 0) * step }
}

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap, crop: Crop): void {
  const context = canvas?.getContext('2d')
  if (!context) return
  const { x, y, side } = squareOf(bitmap, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, SIDE_PX, SIDE_PX)
  context.drawImage(bitmap, x, y, side, side, 0, 0, SIDE_PX, SIDE_PX)
}

interface Moves {
  /** Moves by a fraction of the square. */
  move: (by: { x: number; y: number }) => void
  /** Zooms around a point in the square, from 0 to 1. */
  zoom: (factor: number, at: { x: number; y: number }) => void
}

/** Drags with one pointer, zooms with two or the wheel; returns a function that stops. */
function followPointers(target: HTMLCanvasElement, { move, zoom }: Moves): () => void {
  const down = new Map<number, PointerEvent>()
  const life = new AbortController()
  const { signal } = life

  function shareOf({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const box = target.getBoundingClientRect()
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }

  function drag(event: PointerEvent): void {
    const before = down.get(event.pointerId)
    if (before === undefined) return
    const [from, to] = [shareOf(before), shareOf(event)]
    const other = [...down.values()].find(({ pointerId }) => pointerId !== event.pointerId)
    down.set(event.pointerId, event)
    // Two fingers share a movement.
    const share = other === undefined ? 1 : 0.5
    move({ x: (to.x - from.x) * share, y: (to.y - from.y) * share })
    if (other === undefined) return
    const held = shareOf(other)
    const [was, is] = [distance(from, held), distance(to, held)]
    if (was > 0 && is > 0) {
      zoom(is / was, { x: (to.x + held.x) / 2, y: (to.y + held.y) / 2 })
    }
  }

  const lift = ({ pointerId }: PointerEvent): void => void down.delete(pointerId)
  target.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      target.setPointerCapture(event.pointerId)
      down.set(event.pointerId, event)
    },
    { signal },
  )
  target.addEventListener('pointermove', drag, { signal })
  target.addEventListener('pointerup', lift, { signal })
  target.addEventListener('pointercancel', lift, { signal })
  target.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 400), shareOf(event))
    },
    // React's wheel listeners are passive, so the page would scroll.
    { signal, passive: false },
  )
  return () => life.abort()
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
