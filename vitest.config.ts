import { defineConfig } from 'vitest/config'
import { cssText } from './scripts/lib/css-text.ts'
import { proofWorker } from './scripts/lib/proof-worker.ts'

export default defineConfig({
  plugins: [cssText, proofWorker],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    // One more than two cores: tests wait too, for processes, time limits and PostgreSQL.
    maxWorkers: 3,
    // The server is not loaded anew for each file, which took longer than most of their tests.
    isolate: false,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'tests/support/clean-up.ts',
    projects: [
      {
        extends: true,
        test: { name: 'puzzles', include: ['puzzles/tests/*.test.ts'] },
      },
      // What needs no database, too: it runs once.
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: [
            'tests/{protocol,widget,captcha,site,scripts}/**/*.test.{ts,tsx}',
            'tests/{server,trials}/{pure,sqlite,calls,concurrent}/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/{server,trials}/{postgres,calls,concurrent}/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      // Imitates distributed databases: statements fail with serialization errors and are repeated.
      {
        extends: true,
        test: {
          name: 'distributed',
          include: ['tests/{server,trials}/concurrent/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          provide: { faults: 0.2 },
        },
      },
    ],
  },
})
