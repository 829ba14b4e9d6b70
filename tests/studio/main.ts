import { startVitest } from 'vitest/node'

// Usage: `node tests/studio/main.ts gallery`, or several names such as `first-screen walk`. Runs the files with these
// names in this folder. `--only=<words>` restricts the gallery to the screens with these words in their names.
const names = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const files = names.map((name) => `tests/studio/${name}.studio.ts`)
// Tests run in processes of their own, which know the environment and not the arguments.
const only = process.argv.find((argument) => argument.startsWith('--only='))
if (only) process.env.ONLY_SCREENS = only.slice('--only='.length)
const vitest = await startVitest('test', files, {
  config: 'tests/studio/vitest.config.ts',
  run: true,
  reporters: ['verbose'],
})
await vitest.close()
process.exit(vitest.state.getCountOfFailedTests() > 0 ? 1 : (process.exitCode ?? 0))
