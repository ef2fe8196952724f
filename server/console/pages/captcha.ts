import { enums, object } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { radios } from '../settings-form.ts'
import { tableOf } from '../table-of.ts'

const hours = ['2', '12', '48', '168'] as const

/** How hard captchas are now, and an attack, in which they are the hardest. */
export const captchaPage = consolePage({
  name: 'captcha',
  path: '/captcha',
  role: 'admin',
  menu: (texts) => texts.traffic.captcha,
  words: (texts) => texts.traffic.acts,
  acts: {
    attack: consoleAct({
      fields: object({ hours: enums(hours) }),
      run: async ({ services }, fields) => {
        await services.captchaAttack.set(Number(fields.hours) * HOUR_MS)
        return { target: 'captcha', detail: `${fields.hours} h` }
      },
    }),
    'end-attack': consoleAct({
      run: async ({ services }) => {
        await services.captchaAttack.set(0)
        return { target: 'captcha' }
      },
    }),
  },
  show: async (context) => {
    const { now, services, texts } = context
    const t = texts.traffic
    const { level, perMinute, until } = await services.captchaAttack.read()
    const refused = await services.attempts.refusedSince(now - DAY_MS, 'captcha')
    const choices = radios(
      'hours',
      t.howLong,
      hours.map((value) => ({ value, label: t.hours(value) })),
    )
    return {
      title: t.captcha,
      facts: [
        [t.level, t.levels[level]],
        [t.perMinute, String(perMinute)],
        [t.until, until === undefined ? t.noAttack : toTime(until)],
      ],
      sections: [
        {
          title: t.refused,
          table: tableOf(refused, t.noneRefused, [
            [t.reason, ({ error }) => error],
            [t.count, ({ count }) => String(count)],
          ]),
        },
        ...(until === undefined
          ? actSection(context, t.attack, ['attack'], { text: t.attackText, choices })
          : actSection(context, t.attack, ['end-attack'])),
      ],
    }
  },
})
