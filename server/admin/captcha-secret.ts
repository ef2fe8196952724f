import { renewCaptchaSecret } from '../operators/app-secrets.ts'
import { readAid } from '../operators/change-app.ts'
import type { Command } from './command.ts'

export const captchaSecret: Command = {
  name: 'captcha secret',
  usage: '<aid>',
  description:
    'Makes the secret with which the server of a site checks captcha tickets; the old one ends.',
  run: async ({ words: [text = ''] }, { print, openServices }) => {
    print(await renewCaptchaSecret(await openServices(), readAid(text)))
    print('It is shown only now; servers that run know it within a second.')
  },
}
