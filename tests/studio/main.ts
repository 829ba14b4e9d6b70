import { startVitest } from 'vitest/node'

// Usage: `node tests/studio/main.ts gallery`, or several names such as `first-screen walk`. Runs the files with these
// names in this folder.
const names = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const files = names.map((name) => `tests/studio/${name}.studio.ts`)
const vitest = await startVitest('test', files, {
  config: 'tests/studio/vitest.config.ts',
  run: true,
  reporters: ['verbose'],
})
await vitest.close()
process.exit(vitest.state.getCountOfFailedTests() > 0 ? 1 : (process.exitCode ?? 0))
