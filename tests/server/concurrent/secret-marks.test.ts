import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../server/config/config.ts'
import { admitSecrets } from '../../../server/config/secret-marks.ts'
import { toSecrets } from '../../../server/config/secrets.ts'
import { startServer } from '../../../server/start.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer } from '../../support/test-server.ts'

const first = toSecrets('s'.repeat(43), 'r'.repeat(43))

test('recognizes the secrets that a database was first used with', async () => {
  const server = await createTestServer()
  const { secretMarks } = server.app.services
  await admitSecrets(secretMarks, first)
  await admitSecrets(secretMarks, first)
  const others = [
    ['SERVER_SECRET', toSecrets('t'.repeat(43), 'r'.repeat(43))],
    ['SEAL_ROOT_KEY', toSecrets('s'.repeat(43), 'q'.repeat(43))],
  ] as const
  for (const [name, other] of others) {
    await expect(admitSecrets(secretMarks, other)).rejects.toThrow(ConfigError)
    await expect(admitSecrets(secretMarks, other)).rejects.toThrow(`${name} is not the one`)
  }
  const kept = [...(await secretMarks.all()).values()].join()
  expect(kept).not.toMatch(/sss|rrr/)
})

test('stores the secrets of one of two concurrent first starts', async () => {
  const server = await createTestServer()
  const { secretMarks } = server.app.services
  const starts = await Promise.allSettled(
    ['t', 'u'].map((letter) =>
      admitSecrets(secretMarks, toSecrets(letter.repeat(43), 'r'.repeat(43))),
    ),
  )
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('accepts other secrets by a command', async () => {
  const server = await createTestServer()
  const { secretMarks } = server.app.services
  await admitSecrets(secretMarks, toSecrets('t'.repeat(43), 'u'.repeat(43)))
  await expect(admitSecrets(secretMarks, first)).rejects.toThrow('keys accept')
  expect((await typeCommand(server, ['keys', 'accept'])).code).toBe(0)
  await admitSecrets(secretMarks, first)
})

test('refuses to start with unknown secrets', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-marks-'))
  const start = (env: Record<string, string>): Promise<{ close: () => Promise<void> }> =>
    startServer(
      readConfig({
        PORT: '0',
        DATA_DIR: folder,
        DIST_DIR: '/nonexistent',
        LOG_LEVEL: 'silent',
        HASH_MEMORY_KIB: '8',
        ...env,
      }),
    )
  try {
    await (await start({})).close()
    await (await start({})).close()
    await expect(start({ SERVER_SECRET: 't'.repeat(43) })).rejects.toThrow('SERVER_SECRET is not')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
