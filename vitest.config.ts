import { defineConfig } from 'vitest/config'
import { cssText } from './scripts/lib/css-text.ts'
import { proofWorker } from './scripts/lib/proof-worker.ts'

export default defineConfig({
  plugins: [cssText, proofWorker],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    // The server is not loaded anew for each file, which took longer than most of their tests.
    isolate: false,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'tests/support/clean-up.ts',
    projects: [
      {
        extends: true,
        test: { name: 'puzzles', include: ['puzzles/tests/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: [
            'tests/{protocol,server,trials,widget,captcha,site,scripts}/**/*.test.{ts,tsx}',
          ],
          exclude: ['tests/{server,trials}/postgres*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/{server,trials}/**/*.test.ts'],
          exclude: ['tests/server/sqlite*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      // Imitates distributed databases: statements fail with serialization errors and are repeated.
      {
        extends: true,
        test: {
          name: 'distributed',
          include: ['tests/{server,trials}/**/*.test.ts'],
          // `enumeration` counts statements, which faults repeat; the others inject their own faults or
          // hardly use the database.
          exclude: [
            'tests/server/{sqlite*,postgres*,enumeration}.test.ts',
            'tests/trials/{postgres*,durability,flood,large-data}.test.ts',
            'tests/server/{address,concurrency-limit,config,cors,describe-device,ids}.test.ts',
            'tests/server/{endpoint-coverage,password-hashing,recipients,safe-next}.test.ts',
            'tests/server/{secrets,settings,site-origin,static}.test.ts',
          ],
          globalSetup: 'tests/support/postgres.ts',
          provide: { faults: 0.2 },
        },
      },
    ],
  },
})
