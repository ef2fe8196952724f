import type { ScreenPoint } from '../pointer.ts'

const FULL_TURN = 360

/** Returns an angle as whole degrees from 0 to below 360. */
export function wrapDegrees(degrees: number): number {
  return ((Math.round(degrees) % FULL_TURN) + FULL_TURN) % FULL_TURN
}

/** Direction from the middle of a disc to a place, in degrees clockwise. */
export function directionFrom(middle: ScreenPoint, at: ScreenPoint): number {
  const radians = Math.atan2(at.clientY - middle.clientY, at.clientX - middle.clientX)
  return (radians * 180) / Math.PI
}
