import { array, enums, object, size } from 'superstruct'

/** How safe an account is: something is wrong, a code by mail or text opens it, or only its own methods do. */
export const safetyStates = ['danger', 'basic', 'good'] as const

/** What makes an account safer, the most urgent first. */
export const safetySteps = [
  'change_password',
  'confirm_passkey',
  'add_address',
  'add_device',
  'make_codes',
  'require_level',
] as const

export type SafetyStep = (typeof safetySteps)[number]

/** How safe an account is, and what makes it safer: three steps at most. */
export const safety = object({
  state: enums(safetyStates),
  steps: size(array(enums(safetySteps)), 0, 3),
})
