import { expect, test, vi } from 'vitest'
import { fileOf, personOf, typeImport } from '../../support/import-files.ts'
import { createTwoServers } from '../../support/test-server.ts'

const BUSY = 6

test('goes on row by row with all its patience, however long the server was busy before', async () => {
  const [one, other] = await createTwoServers()
  const { services } = one.app
  const run = services.transaction
  // Whom another run brings after the import has looked for them.
  const brought = new Map([
    [BUSY + 1, 'ann'],
    [BUSY + 3, 'bob'],
  ])
  let calls = 0
  vi.spyOn(services, 'transaction').mockImplementation(async (work) => {
    calls++
    if (calls <= BUSY) throw Object.assign(new Error('busy'), { code: '40001' })
    const name = brought.get(calls)
    return await run(async (tx) => {
      const findAll: typeof tx.imports.findAll = async (...of) => {
        const found = await tx.imports.findAll(...of)
        if (name !== undefined) {
          await typeImport(other, 'passport', fileOf(personOf(name)), '--apply')
        }
        return found
      }
      return await work({ ...tx, imports: { ...tx.imports, findAll } })
    })
  })
  const file = fileOf(personOf('ann'), personOf('bob'))
  const { errors, report } = await typeImport(one, 'passport', file, '--apply')
  expect(errors).toBe('')
  expect(report).toEqual({ ann: 'exists', bob: 'exists' })
})
