import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import type { PasswordFormRepository } from '../store/password-form-repository.ts'

/** The forms that password hashes have here. */
export type PasswordMix = ReturnType<typeof createPasswordMix>

const DRAWN_BYTES = 6

export function createPasswordMix(
  repository: Pick<PasswordFormRepository, 'counted'>,
  secrets: Secrets,
) {
  let counts: { form: string; accounts: number }[] = []

  // By rendezvous hashing: when shares change, only as many logins as needed get another form.
  function rankOf(login: string, { form, accounts }: (typeof counts)[number]): number {
    const drawn = secrets.lasting('password form', login, form).readUIntBE(0, DRAWN_BYTES)
    return -Math.log((drawn + 1) / 2 ** (8 * DRAWN_BYTES)) / accounts
  }

  async function read(): Promise<void> {
    counts = await repository.counted()
  }

  return {
    /** Reads what was counted last. */
    read,
    /**
     * Returns the form that a login's hash might have. A login always gets the same one, and all logins
     * together get them as often as accounts have them, so that the time of a hash tells nothing.
     */
    formFor: (login: string): string => {
      const ranked = counts.map((count) => ({ form: count.form, rank: rankOf(login, count) }))
      return ranked.toSorted((one, other) => one.rank - other.rank)[0]?.form ?? ''
    },
    /** Reads each minute; returns the function that stops it. */
    start: (onError: (error: unknown) => void): (() => Promise<void>) => {
      let reading = Promise.resolve()
      const timer = setInterval(() => {
        reading = read().catch(onError)
      }, MINUTE_MS).unref()
      return async () => {
        clearInterval(timer)
        await reading
      }
    },
  }
}
