import { defineConfig } from 'vitest/config'

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
          maxWorkers: 1,
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
