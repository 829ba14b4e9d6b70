import { defineConfig } from 'vitest/config'
import { isRehearsal } from '#tests/support/run/share.ts'

/** Runs commands that need the whole product and a browser: screenshots, and measurements with goals. */
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
          // Measurements do not disturb each other; the figures of a rehearsal are not read.
          maxWorkers: isRehearsal ? 3 : 1,
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
