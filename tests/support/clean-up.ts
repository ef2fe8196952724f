// Runs with every file of tests: files share a process, so each test leaves it as it was.
import { afterEach, vi } from 'vitest'
import { removeTestDatabases } from './databases.ts'
import { closeReceivers } from './receivers.ts'
import { endServerProcesses } from './server-process.ts'
import { closeTestServers } from './test-server.ts'

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  closeReceivers()
  await closeTestServers()
  await endServerProcesses()
  await removeTestDatabases()
})
