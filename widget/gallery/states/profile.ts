import type { Account } from '../../src/client/calls/account.ts'
import type { ReadyPicture, Remaining } from '../../src/client/calls/profile.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { PictureStep } from '../../src/account/flows/profile.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleAccount } from './sample-account.ts'

/** State of the screen, as plain values. */
export interface ProfileFixture {
  user: Account
  picture?: PictureStep
  ready?: readonly ReadyPicture[]
  remaining?: Readonly<Record<string, Remaining>>
  suggested?: readonly string[]
  isBusy?: boolean
  formError?: FormError
  pictureError?: FormError
}

const RESET_AT = Date.UTC(2026, 10, 28) / 1000

/** Headers of a bitmap of one point, whose colour follows as blue, green and red. */
const BITMAP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA'

// Squares of one colour, so that nothing is asked of a server.
const ready: readonly ReadyPicture[] = [
  [206, 122, 84],
  [156, 176, 70],
  [92, 156, 222],
  [108, 96, 206],
  [170, 104, 158],
  [120, 190, 196],
].map((colour, at) => ({
  key: `sample${at}`,
  url: `data:image/bmp;base64,${BITMAP}${btoa(String.fromCharCode(...colour, 0))}`,
}))

const remaining = {
  name: { count: 4, resetAt: RESET_AT },
  username: { count: 1, resetAt: RESET_AT },
}

/** Every state of the screen, in one language; `bitmap` is what is being cut. */
export function profileStates(
  { common, language, profile }: Messages,
  bitmap: ImageBitmap,
): Record<string, ProfileFixture> {
  const errors = errorMessages[language]
  const user = sampleAccount
  return {
    empty: { user, ready, remaining },
    'with a username': { user: { ...user, username: 'ann.example' }, remaining },
    'usernames suggested': {
      user,
      remaining,
      suggested: ['ann.lark', 'quiet.otter', 'ann2026', 'ann-example'],
    },
    saving: { user, remaining, isBusy: true },
    'name missing': { user, remaining, formError: { field: 'name', text: profile.needName } },
    'username taken': {
      user,
      remaining,
      formError: { field: 'user_unique_name', text: errors.name_taken },
    },
    'no changes left': {
      user,
      remaining: { ...remaining, name: { count: 0, resetAt: RESET_AT } },
      formError: { text: errors.no_updates_left },
    },
    offline: { user, remaining, formError: { text: common.offline } },
    'picture too large': {
      user,
      remaining,
      pictureError: { field: 'picture', text: profile.tooLarge },
    },
    'picture unreadable': {
      user,
      remaining,
      pictureError: { field: 'picture', text: profile.unreadable },
    },
    crop: { user, picture: { at: 'crop', bitmap } },
    'crop, refused': {
      user,
      picture: { at: 'crop', bitmap },
      pictureError: { text: errors.file_type },
    },
    'crop, too often': {
      user,
      picture: { at: 'crop', bitmap },
      pictureError: { text: errors.too_often, wait: 60 },
    },
    upload: { user, picture: { at: 'upload', bitmap, share: 0.4 }, isBusy: true },
  }
}
