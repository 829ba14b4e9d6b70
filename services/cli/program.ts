import { Argument, Command, CommanderError } from 'commander'
import { backup } from '#services/cli/commands/backup.ts'
import { demo } from '#services/cli/commands/demo.ts'
import { doctor } from '#services/cli/commands/doctor.ts'
import { licences } from '#services/cli/commands/licences.ts'
import { type LiveOptions, live } from '#services/cli/commands/live.ts'
import { makeAdmin } from '#services/cli/commands/make-admin.ts'
import { type RequeueOptions, requeue } from '#services/cli/commands/requeue.ts'
import { bringBack, type RestoreOptions } from '#services/cli/commands/restore.ts'
import { type Rotated, rotate, rotated, type Stage, stages } from '#services/cli/commands/rotate.ts'
import { rotateShop } from '#services/cli/commands/rotate-shop.ts'
import { type SetupOptions, setup } from '#services/cli/commands/setup.ts'
import { type UpgradeOptions, upgrade } from '#services/cli/commands/upgrade.ts'
import { version } from '#services/core/config/version.ts'
import { type Outcome, type Surroundings, tell, tellFailure } from './output.ts'
import { type GlobalOptions, openSession, type Session } from './session.ts'

/**
 * The operator's door: `npm run otklik -- <command>`, in the image `otklik <command>`.
 * @param args the line without the name of the program
 * @returns the exit code: 0 well; 1 something is wrong, and what it is was said
 */
export async function otklik(args: string[], around: Surroundings): Promise<number> {
  let code = 0
  const program = new Command('otklik')
    .description('Sets up, looks after and mends an installation of Otklik.')
    .version(version)
    .option('--json', 'answer as JSON, for programs')
    // Not --env-file: Node takes that for its own wherever it stands, and ends when the file is yet to be written.
    .option('--settings <file>', 'where they are; variables of the process come before them', '.env')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: around.answer, writeErr: around.aside })
    .showHelpAfterError()
    .exitOverride()

  /** What commander calls with the command's arguments and its options, then itself. */
  const does =
    <Given extends unknown[]>(act: (session: Session, ...given: Given) => Promise<Outcome>) =>
    async (...given: [...Given, Command]) => {
      const options = (given.at(-1) as Command).optsWithGlobals<GlobalOptions>()
      code = await run(options, around, (session) => act(session, ...(given.slice(0, -1) as Given)))
    }

  program
    .command('setup')
    .description('ask for the settings, write them with new secrets, tell Telegram and ask the shop')
    .option('--answers <file>', 'answers by the names of variables, instead of questions')
    .option('--offline', 'write the settings and tell nobody')
    .action(does((session, options: SetupOptions) => setup(session, options)))
  program
    .command('doctor')
    .description('look at everything that is needed, and say what cures what is wrong')
    .action(does((session, _options: object) => doctor(session)))
  program
    .command('backup')
    .description('copy the database now, and read the copy again')
    .action(does((session, _options: object) => backup(session)))
  program
    .command('restore')
    .description('bring database and files back out of a backup, while nothing else runs')
    .requiredOption('--data <folder>', 'where Postgres keeps its data; absent or empty')
    .option('--backup <name>', 'which one; the newest by default')
    .option('--until <moment>', 'as everything was then; by default as late as the log goes')
    .option('--gap <ms>', 'between two questions to the payment provider', '100')
    .option('--yes', 'do not ask')
    .action(does((session, options: RestoreOptions) => bringBack(session, options)))
  program
    .command('upgrade')
    .description('look whether all is well, take a backup, apply what is missing in the database, look again')
    .option('--no-backup', 'where somebody else takes the backups')
    .option('--yes', 'do not ask')
    .action(does((session, options: UpgradeOptions) => upgrade(session, options)))
  program
    .command('requeue')
    .description('give tasks that their consumers gave up back to them')
    .option('--consumer <name>', 'only those of one consumer')
    .option('--event <id>', 'only those of one event')
    .option('--dry-run', 'only say which')
    .action(does((session, options: RequeueOptions) => requeue(session, options)))
  program
    .command('live')
    .description('tell what was seen of each launch of the mini-app, and of its payments and files')
    .option('--hours <number>', 'how far back', '24')
    .action(does((session, options: LiveOptions) => live(session, options)))
  program
    .command('make-admin')
    .description('make a person an administrator, who has pressed Start in the bot before')
    .argument('<person>', 'Telegram id, or @username')
    .action(does((session, person: string, _options: object) => makeAdmin(session, person)))
  program
    .command('rotate')
    .description('replace a secret while everything runs: begin, restart, switch, restart, finish, restart')
    .addArgument(new Argument('<secret>', 'which one').choices([...Object.keys(rotated), 'shop']))
    .addArgument(new Argument('<stage>', 'which step').choices(stages))
    .action(
      does((session, what: Rotated | 'shop', stage: Stage, _options: object) =>
        what === 'shop' ? rotateShop(session, stage) : rotate(session, what, stage),
      ),
    )
  program
    .command('licences')
    .description('list the licences of everything that is shipped, and what may not be')
    .action(does(() => licences()))
  program
    .command('demo')
    .description('fill an empty database, not in production, with invented people, orders and vacancies')
    .option('--yes', 'do not ask')
    .action(does((session, options: { yes?: boolean }) => demo(session, options)))

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has said what it is.
    if (error instanceof CommanderError) return error.exitCode
    throw error
  }
  return code
}

async function run(
  options: GlobalOptions,
  around: Surroundings,
  act: (session: Session) => Promise<Outcome>,
): Promise<number> {
  const session = openSession(options, around)
  try {
    return tell(session.output, await act(session))
  } catch (error) {
    return tellFailure(session.output, error)
  } finally {
    await session.close()
  }
}
