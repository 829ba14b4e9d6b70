import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isTurnOf, runSize } from '#tests/support/run/share.ts'
import SlowestFirst from '#tests/support/run/slowest-first.ts'

// After `vitest run`: options and words of paths. The path of the checkout, which comes before, may hold any words.
const givenArguments = process.argv.slice(3)
const names = (text: string) => givenArguments.some((argument) => argument.includes(text))
/** True for a word that is no option and no value of one, as in `npm test -- chat/rooms`, and for names of tests. */
const namesTests = givenArguments.some((argument, at) => {
  const before = givenArguments[at - 1] ?? ''
  const isValue = before.startsWith('-') && !before.includes('=')
  return /^(-t|--testNamePattern)\b/.test(argument) || (!argument.startsWith('-') && !isValue)
})

// A run that names tests asks all of them. The workers read this from their environment.
process.env.NAMES_TESTS = namesTests ? '1' : '0'
process.env.NAMES_JOURNEYS = names('journeys') ? '1' : '0'

// The long commands are rehearsed in .ci/run and in a full run, or if a run names them.
const asksCommands = runSize !== 'usual' || names('commands')

// All journeys take a usual run more than ten minutes, so it walks every second one; the next commit walks the others.
const journeys = globSync('tests/journeys/*.test.ts').toSorted()
const walkedJourneys = namesTests ? journeys : journeys.filter((_, at) => isTurnOf(at, 2))

// Killing runs take a quarter of a usual run each, so it has one of these folders; the next commit has another one.
const killingFolders = ['chaos', 'deploy', 'fan-out', 'restore']
const askedFolders = namesTests ? killingFolders : killingFolders.filter((_, at) => isTurnOf(at, 4))

// The closing lines of the run say what it leaves out.
process.env.LEFT_OUT = [
  ...journeys
    .filter((file) => !walkedJourneys.includes(file))
    .map((file) => file.replace(/.*\/|\.test\.ts/g, '')),
  ...killingFolders.filter((folder) => !askedFolders.includes(folder)),
].join(', ')

// Groups run one after another: browsers do not share two cores with the other tests. Projects of one group must
// allow the same number of workers.
export default defineConfig({
  test: {
    globalSetup: 'tests/support/servers/infrastructure-setup.ts',
    setupFiles: ['tests/support/run/end-of-file.ts', 'tests/support/run/property-seed.ts'],
    reporters: ['default', './tests/support/reporting/summary-line.ts'],
    sequence: { sequencer: SlowestFirst },
    // What is waited for comes late on a busy machine; the usual second is too short.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contract,db,services,workers,web,stand-ins}/**/*.test.{ts,tsx}',
            'tests/{house,contract,docs,installation,limits-page,release,repository,texts,translated-pages,vocabulary}.test.ts',
            'tests/{corpus,house,mutants}/**/*.test.ts',
          ],
          maxWorkers: 4,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            'tests/{access,api,attack,bot,cli,fuzz,legacy,money,races,workers,stand-ins}/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: [
            'tests/{commands,house,contract,docs,installation,limits-page,release,repository,texts,translated-pages,vocabulary}.test.ts',
          ],
          setupFiles: 'tests/support/run/usual-run.ts',
          // One reading of the server's modules per worker: a third of the time otherwise.
          isolate: false,
          maxWorkers: 4,
          // The tests of the bot wait for what other processes do: who is late once gets a second try, and is named.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: walkedJourneys,
          setupFiles: ['tests/support/run/usual-run.ts', 'tests/journeys/new-world.ts'],
          isolate: false,
          // Two journeys at a time keep two cores busy. Four take as long in all, and each of them more than twice as long.
          maxWorkers: 2,
          // Half a dozen processes share two cores with a browser: a test that is late gets a second try in a new world,
          // and is named.
          retry: 1,
          testTimeout: 400_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          maxWorkers: 3,
          testTimeout: 600_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'commands',
          include: asksCommands ? ['tests/commands.test.ts'] : [],
          maxWorkers: 3,
          // One command starts servers of its own while the one before it waits.
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: askedFolders.map((folder) => `tests/${folder}/**/*.test.ts`),
          // They wait more than they work, as the engines and many commands do.
          maxWorkers: 3,
          retry: 1,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
