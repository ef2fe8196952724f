import { MAX_ATTACK_MS } from '../captcha/site-level.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { UsageError, type Command } from './command.ts'

const DEFAULT_HOURS = 2
const MAX_HOURS = MAX_ATTACK_MS / HOUR_MS

export const captchaAttack: Command = {
  name: 'captcha under-attack',
  usage: '<on|off> [--hours number]',
  description: `Asks everybody for the hardest captchas, for ${DEFAULT_HOURS} hours unless said otherwise, or ends that.`,
  run: async ({ words: [state], flags }, { print, openServices }) => {
    const hours = Number(flags.hours ?? DEFAULT_HOURS)
    if (!(hours > 0 && hours <= MAX_HOURS)) {
      throw new UsageError(`--hours is a number up to ${MAX_HOURS}.`)
    }
    if (state !== 'on' && state !== 'off') throw new UsageError('Say on or off.')
    const { captchaAttack: attack } = await openServices()
    await attack.set(state === 'on' ? hours * HOUR_MS : 0)
    print(
      state === 'on'
        ? `Captchas are the hardest for ${hours} h; servers that run know it within a second.`
        : 'Captchas are as usual; servers that run know it within a second.',
    )
  },
}
