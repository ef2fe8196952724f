import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copySqlite } from '../store/backup.ts'
import { AdminError, type Command } from './command.ts'
import { makeFolder } from './make-folder.ts'

export const backup: Command = {
  name: 'backup',
  usage: '<folder>',
  description: 'Copies database and keys into a new folder, beside a running server.',
  run: ({ words: [input = ''] }, { config, print }) => {
    const { DATABASE_URL: url, DATA_DIR: data, databaseFile, ...settings } = config()
    if (url !== '') {
      throw new AdminError('The data is in PostgreSQL: use pg_dump, as docs/backup.md shows.')
    }
    if (!existsSync(databaseFile)) throw new AdminError(`There is no database in "${data}".`)
    const folder = resolve(input)
    if (existsSync(folder)) throw new AdminError(`"${input}" is there already: name a new folder.`)
    // A copy that was killed half-way must not look like one: restored, it would be an empty database.
    const half = `${folder}.half-${randomUUID()}`
    makeFolder(half)
    try {
      copySqlite(databaseFile, join(half, 'passport.sqlite'))
      // Where the settings have the keys, a file holds former ones, which a leak may have ended.
      const isSet = settings.SERVER_SECRET !== '' && settings.SEAL_ROOT_KEY !== ''
      const keys = join(data, 'secrets.json')
      if (!isSet && existsSync(keys)) copyFileSync(keys, join(half, 'secrets.json'))
      renameSync(half, folder)
    } catch (error) {
      rmSync(half, { recursive: true })
      throw error
    }
    print(
      `Copied to ${folder}. Who can read it can sign in as anybody: keep it as safe as DATA_DIR.`,
    )
  },
}
