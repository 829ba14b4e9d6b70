import { startVitest } from 'vitest/node'

// `node tests/studio/main.ts gallery` or `first-screen`: runs the file of that name beside this one.
const [name = ''] = process.argv.slice(2)
const vitest = await startVitest('test', [`tests/studio/${name}.studio.ts`], {
  config: 'tests/studio/vitest.config.ts',
  run: true,
  reporters: ['verbose'],
})
await vitest.close()
process.exit(vitest.state.getCountOfFailedTests() > 0 ? 1 : (process.exitCode ?? 0))
