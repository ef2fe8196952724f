import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'

test.each(languages)('uses the same picture limit in %s', (language) => {
  const megabytes = new RegExp(`\\b${MAX_PICTURE_BYTES / 2 ** 20}\\s?MB`)
  const { profile } = allMessages[language]
  for (const text of [profile.drop, profile.tooLarge, errorMessages[language].file_size]) {
    expect(text).toMatch(megabytes)
  }
})
