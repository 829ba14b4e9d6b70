import { defineConfig } from 'vitest/config'
import { isRehearsal } from '#tests/support/run/share.ts'

/**
 * Runs commands that need the whole product and a browser. They take screenshots or compare measurements with goals.
 */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    globalSetup: 'tests/support/servers/infrastructure-setup.ts',
    setupFiles: 'tests/support/run/end-of-file.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/studio/*.studio.ts'],
          // Measurements run one at a time, so that they do not disturb each other. Rehearsals run in parallel, because
          // nobody reads their measurements.
          maxWorkers: isRehearsal ? 3 : 1,
          // A rehearsal runs beside other tests: what is late there gets a second try.
          retry: isRehearsal ? 1 : 0,
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
