import { appSettingDescriptions } from '../../../store/app-settings.ts'

/** Messages of the pages about applications. */
export const appMessages = {
  title: 'Applications',
  none: 'There is no application.',
  aid: 'Number',
  aidHint: 'The aid of its calls: a whole number that nobody else has',
  name: 'Name',
  origins: 'Origins of its pages',
  redirects: 'Return addresses',
  list: 'With commas between',
  add: 'Register an application',
  settings: 'Settings',
  secrets: 'Secrets',
  secretsText: 'By these its servers prove what they are. Two are valid at once.',
  secret: 'Secret',
  made: 'Made',
  noSecrets: 'It has no secret.',
  addSecret: 'Make a secret',
  endSecret: 'End a secret',
  which: 'Which one',
  captcha: 'Secret for captchas',
  captchaText: 'With it the server of a site checks captcha tickets. The one before ends at once.',
  remove: 'Remove',
  removeText: 'Its people and their accounts stay.',
  meanings: appSettingDescriptions,
  acts: {
    add: { act: 'Register', done: 'The application is registered.' },
    set: {
      act: 'Save',
      done: 'The settings are saved. All servers know them within half a minute.',
    },
    'add-secret': { act: 'Make a secret', done: 'The secret was made.' },
    'end-secret': { act: 'End it', done: 'The secret has ended.' },
    'captcha-secret': { act: 'Make another one', done: 'The secret was made.' },
    remove: { act: 'Remove', done: 'The application is removed.' },
  },
}

export type AppMessages = typeof appMessages
