import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'
import { createPasswords } from '../../../server/passwords/passwords.ts'

const never = new AbortController().signal

test('hashes with Argon2id, 19 MiB and two passes, after NFKC normalization', async () => {
  const passwords = createPasswords(readConfig({}))
  const stored = await passwords.hash('ﬁne otters', never)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await passwords.inTurn(never, async (matches) => {
    const account = { passwordHash: stored, passwordForm: '' }
    expect(await matches(account, 'fine otters', 'ann')).toBe(true)
    expect(await matches(account, 'fine otter', 'ann')).toBe(false)
    expect(await matches(undefined, 'fine otters', 'ann')).toBe(false)
  })
})

test('recognizes outdated hash parameters', async () => {
  const weak = createPasswords(readConfig({ HASH_MEMORY_KIB: '64', HASH_PASSES: '1' }))
  const strong = createPasswords(readConfig({ HASH_MEMORY_KIB: '128', HASH_PASSES: '1' }))
  const stored = await weak.hash('seven quiet otters', never)
  const password = 'seven quiet otters'
  const isOutdated = (by: typeof weak, passwordHash: string) =>
    by.isOutdated({ passwordHash, passwordForm: '' }, password)
  expect(isOutdated(strong, stored)).toBe(true)
  expect(isOutdated(weak, stored)).toBe(false)
  expect(isOutdated(weak, await strong.hash(password, never))).toBe(false)
})
