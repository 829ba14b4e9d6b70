import { Argument, Command, CommanderError } from 'commander'
import { all } from '#services/cli/commands/all.ts'
import { backup } from '#services/cli/commands/backup/backup.ts'
import { type DrillOptions, drillBackup } from '#services/cli/commands/backup/drill.ts'
import { type RestoreOptions, restoreBackup } from '#services/cli/commands/backup/restore.ts'
import { demo } from '#services/cli/commands/demo.ts'
import { licences } from '#services/cli/commands/licences.ts'
import { makeAdmin } from '#services/cli/commands/make-admin.ts'
import { type RequeueOptions, requeue } from '#services/cli/commands/requeue.ts'
import { type ResolveOptions, resolveStack } from '#services/cli/commands/resolve-stack.ts'
import {
  type Rotated,
  rotate,
  rotated,
  rotateShop,
  type Stage,
  stages,
} from '#services/cli/commands/rotate.ts'
import { type SetupOptions, setup } from '#services/cli/commands/setup.ts'
import { backups } from '#services/cli/commands/state/backups.ts'
import { doctor } from '#services/cli/commands/state/doctor.ts'
import { type LiveOptions, live } from '#services/cli/commands/state/live.ts'
import { status } from '#services/cli/commands/state/status.ts'
import { type UpgradeOptions, upgrade } from '#services/cli/commands/upgrade.ts'
import { completionScript, type Shell, shells } from '#services/cli/completion.ts'
import { version } from '#services/core/config/version.ts'
import { type Outcome, type ProcessIo, printFailure, printResult } from './output.ts'
import { type GlobalOptions, openSession, type Session } from './session.ts'

/** Examples in the help of a command, without the name of the program. */
export const examples: Record<string, string[]> = {
  setup: ['setup', 'setup --answers answers.env --offline'],
  doctor: ['doctor', 'doctor --json'],
  status: ['status'],
  all: ['all', 'all --beside-others'],
  backups: ['backups'],
  backup: ['backup'],
  restore: [
    'restore --data /var/lib/postgresql/18/docker',
    'restore --data /var/lib/postgresql/18/docker --key backup.key',
    'restore --data /var/lib/postgresql/18/docker --until 2026-11-23T10:00:00Z --yes',
  ],
  drill: ['drill --key backup.key', 'drill --key - < backup.key'],
  upgrade: ['upgrade', 'upgrade --no-backup --yes'],
  requeue: ['requeue --dry-run', 'requeue --consumer response-notifications'],
  live: ['live --hours 1'],
  'make-admin': ['make-admin 123456789', 'make-admin @anna'],
  rotate: ['rotate jwt begin', 'rotate shop switch'],
  'resolve-stack': ['resolve-stack 1234', 'resolve-stack --maps maps < stack.txt'],
  licences: ['licences'],
  demo: ['demo --yes'],
  completion: ['completion bash', 'completion zsh'],
}

/**
 * Command line of the operators: `npm run otklik -- <command>`, or `otklik <command>` in the image.
 * @param args without the program's name
 * @returns exit code: 0 if all is well, 1 after a reported problem
 */
export async function otklik(args: string[], io: ProcessIo): Promise<number> {
  let code = 0
  const program = new Command('otklik')
    .description('Sets up, looks after and mends an installation of Otklik.')
    .version(version)
    .option('--json', 'answer as JSON, for programs')
    // The option is not named --env-file, because Node would read that option itself and fail on a missing file.
    .option('--settings <file>', 'where they are; variables of the process come before them', '.env')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: io.answer, writeErr: io.writeError })
    .showHelpAfterError()
    .exitOverride()

  /**
   * Adapts a command's function to commander, which calls it with the arguments, the options and the command object.
   */
  const asAction =
    <Args extends unknown[]>(command: (session: Session, ...given: Args) => Promise<Outcome>) =>
    async (...args: [...Args, Command]) => {
      const options = (args.at(-1) as Command).optsWithGlobals<GlobalOptions>()
      code = await run(options, io, (session) => command(session, ...(args.slice(0, -1) as Args)))
    }

  program
    .command('setup')
    .description('ask for the settings, write them with new secrets, tell Telegram and ask the shop')
    .option('--answers <file>', 'answers by the names of variables, instead of questions')
    .option('--offline', 'write the settings and tell nobody')
    .action(asAction((session, options: SetupOptions) => setup(session, options)))
  program
    .command('doctor')
    .description('look at everything that is needed, and say what cures what is wrong')
    .action(asAction((session, _options: object) => doctor(session)))
  program
    .command('status')
    .description('tell what runs, since when, of which release, and what waits')
    .action(asAction((session, _options: object) => status(session)))
  program
    .command('backups')
    .description('list the backups that there are')
    .action(asAction((session, _options: object) => backups(session)))
  program
    .command('all')
    .description('run API, bot and workers as one process, for a machine of 1 GB')
    .option('--beside-others', 'also while other processes work with the same database')
    .action(asAction((session, options: { besideOthers?: boolean }) => all(session, options)))
  program
    .command('backup')
    .description('copy the database now, and read the copy again')
    .action(asAction((session, _options: object) => backup(session)))
  program
    .command('restore')
    .description('bring database and files back out of a backup, while nothing else runs')
    .requiredOption('--data <folder>', 'where Postgres keeps its data; absent or empty')
    .option('--backup <name>', 'which one; the newest by default')
    .option(
      '--key <file>',
      'with the private key of encrypted backups, - for the input; by default BACKUP_PRIVATE_KEY_FILE',
    )
    .option('--until <moment>', 'as everything was then; by default as late as the log goes')
    .option('--gap <ms>', 'between two questions to the payment provider', '100')
    .option('--yes', 'do not ask')
    .action(asAction((session, options: RestoreOptions) => restoreBackup(session, options)))
  program
    .command('drill')
    .description('restore the newest backup for practice, beside everything that runs')
    .option(
      '--key <file>',
      'with the private key of encrypted backups, - for the input; by default BACKUP_PRIVATE_KEY_FILE',
    )
    .option('--scratch <folder>', 'with room for a second database; by default BACKUP_SCRATCH_DIR')
    .action(asAction((session, options: DrillOptions) => drillBackup(session, options)))
  program
    .command('upgrade')
    .description('look whether all is well, take a backup, apply what is missing in the database, look again')
    .option('--no-backup', 'where somebody else takes the backups')
    .option('--yes', 'do not ask')
    .action(asAction((session, options: UpgradeOptions) => upgrade(session, options)))
  program
    .command('requeue')
    .description('give tasks that their consumers gave up back to them')
    .option('--consumer <name>', 'only those of one consumer')
    .option('--event <id>', 'only those of one event')
    .option('--dry-run', 'only say which')
    .action(asAction((session, options: RequeueOptions) => requeue(session, options)))
  program
    .command('live')
    .description('tell what was seen of each launch of the mini-app, and of its payments and files')
    .option('--hours <number>', 'how far back', '24')
    .action(asAction((session, options: LiveOptions) => live(session, options)))
  program
    .command('make-admin')
    .description('make a person an administrator, who has pressed Start in the bot before')
    .argument('<person>', 'Telegram id, or @username')
    .action(asAction((session, person: string, _options: object) => makeAdmin(session, person)))
  program
    .command('rotate')
    .description('replace a secret while everything runs: begin, restart, switch, restart, finish, restart')
    .addArgument(new Argument('<secret>', 'which one').choices([...Object.keys(rotated), 'shop']))
    .addArgument(new Argument('<stage>', 'which step').choices(stages))
    .action(
      asAction((session, secret: Rotated | 'shop', stage: Stage, _options: object) =>
        secret === 'shop' ? rotateShop(session, stage) : rotate(session, secret, stage),
      ),
    )
  program
    .command('resolve-stack')
    .description('name the places of a script error by file and line of the sources')
    .argument('[report]', 'the event of a stored report; without it the stack is read from the input')
    .option('--maps <folder>', 'source maps of another release; those of this one by default')
    .action(
      asAction((session, event: string | undefined, options: ResolveOptions) =>
        resolveStack(session, event, options),
      ),
    )
  program
    .command('licences')
    .description('list the licences of everything that is shipped, and what may not be')
    .action(asAction(() => licences()))
  program
    .command('demo')
    .description('fill an empty database, not in production, with invented people, orders and vacancies')
    .option('--yes', 'do not ask')
    .action(asAction((session, options: { yes?: boolean }) => demo(session, options)))
  program
    .command('completion')
    .description('print a script with which the shell completes commands and options')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action(
      asAction(async (_session, shell: Shell, _options: object) => {
        const script = completionScript(program, shell)
        return { text: [script], data: { script } }
      }),
    )
  for (const command of program.commands) {
    const lines = examples[command.name()] ?? []
    if (lines.length > 0)
      command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  otklik ${line}`).join('\n')}`)
  }

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // The library commander has already printed the error message.
    if (error instanceof CommanderError) return error.exitCode
    throw error
  }
  return code
}

async function run(
  options: GlobalOptions,
  io: ProcessIo,
  command: (session: Session) => Promise<Outcome>,
): Promise<number> {
  const session = openSession(options, io)
  try {
    return printResult(session.output, await command(session))
  } catch (error) {
    return printFailure(session.output, error)
  } finally {
    await session.close()
  }
}
