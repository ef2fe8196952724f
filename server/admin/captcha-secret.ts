import { randomBytes } from 'node:crypto'
import { hashSiteSecret } from '../routes/siteverify.ts'
import { AdminError, type Command } from './command.ts'

const SECRET_BYTES = 32

export const captchaSecret: Command = {
  name: 'captcha secret',
  usage: '<aid>',
  description:
    'Makes the secret with which the server of a site checks captcha tickets; the old one ends.',
  run: async ({ words: [text = ''] }, { print, withServices }) => {
    const aid = Number(text)
    const secret = `${aid}.${randomBytes(SECRET_BYTES).toString('base64url')}`
    await withServices(async (services) => {
      await services.transaction(async ({ registeredApps: apps }) => {
        const app = (await apps.all()).find((candidate) => candidate.aid === aid)
        if (app === undefined) throw new AdminError(`There is no application ${text}.`)
        const settings = { ...app.settings, captcha_secret: hashSiteSecret(secret) }
        await apps.update({ ...app, settings })
      })
    })
    print(secret)
    print('It is shown only now; servers that run know it within a second.')
  },
}
