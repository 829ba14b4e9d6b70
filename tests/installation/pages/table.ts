import { questions } from '#services/cli/questions.ts'
import { envFile, installationSettings, people } from '#tests/installation/settings.ts'
import type { PageCommand } from './commands.ts'
import type { Answer } from './terminal.ts'

/**
 * Everything in which the trial of the pages differs from an operator who types what they say, each with its reason. A
 * command that is not named here is typed as it is printed and must end with 0.
 */

export const pages = ['docs/first-order.md', 'docs/operating.md', 'docs/upgrading.md'] as const
const [firstOrder, operating, upgrading] = pages

/** Sections whose commands are carried out. `walk.ts` says in which order, and does what they leave to the operator. */
export const walked: { page: string; section: string }[] = [
  { page: firstOrder, section: 'On the machine' },
  { page: firstOrder, section: 'The first order' },
  { page: operating, section: 'Commands' },
  { page: operating, section: 'Backups' },
  { page: operating, section: 'The key of backups' },
  { page: operating, section: 'restore' },
  { page: operating, section: 'Replacing processes' },
  { page: upgrading, section: 'Upgrading' },
]

/** The trial that fills the places of the pages in. */
export interface Place {
  name: string
  compose: string[]
  buildOptions: string[]
}

/** Branch of the clone at the commit that is tried. */
export const triedBranch = 'tried'

const isOldCompose = ({ compose }: Place) => compose.length === 1

/** Words of a command that are replaced, in this order. */
export const substitutions: { words: string; by: (place: Place) => string; because: string }[] = [
  {
    words: ' --wait',
    by: (place) => (isOldCompose(place) ? '' : ' --wait'),
    because: 'the older Compose does not know it, so the trial waits by itself',
  },
  {
    words: 'docker compose',
    by: ({ compose }) => compose.join(' '),
    because: 'Compose may be a program beside Docker',
  },
  {
    words: 'docker build ',
    by: ({ buildOptions }) => ['docker build', ...buildOptions, ''].join(' '),
    because: 'builds may need the network of the machine (--build); Compose gets it in its file',
  },
  {
    words: 'docker run ',
    by: ({ name }) => `docker run --network ${name}_default `,
    because: 'Telegram and the shop are stand-ins in the network of the installation',
  },
  { words: '<id>', by: () => String(people.moderator), because: 'an id of the operator' },
  { words: '<command>', by: () => 'status', because: 'any command' },
  { words: 'v<version>', by: () => triedBranch, because: 'what is tried has no tag yet' },
  { words: '/media/backup.key', by: () => '$PWD/backup.key', because: 'there is no other disk' },
]

const settings = installationSettings()

/** Settings that setup finds in `.env` and does not ask for: the stand-ins, and a certificate that Caddy signed itself. */
export const settingsBefore = envFile(
  Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      /^BOT_API_ROOT|^ROBOKASSA_.*_URL$|^NODE_TLS_REJECT_UNAUTHORIZED$/.test(name),
    ),
  ),
)

/** Facts that BotFather and the shop told the operator. The stand-ins are started with them. */
export const outsideSettings = Object.fromEntries(
  Object.entries(settings).filter(([name]) => /^BOT_|^ROBOKASSA_(?!.*_URL$)|^NODE_TLS/.test(name)),
)

const operator: Record<string, string> = {
  ...settings,
  OPERATOR_NAME: 'ООО «Пример»',
  OPERATOR_TAX_ID: '7707083893',
  OPERATOR_ADDRESS: 'Москва, ул. Примерная, 1',
  OPERATOR_EMAIL: 'help@otklik.example',
}

export const privateKeyIn = (shown: string) => /AGE-SECRET-KEY-1\w+/.exec(shown)?.[0] ?? ''

/** Answers of the operator to setup. The first choice of each list is taken, and an answer that may be empty stays so. */
const setupAnswers: Answer[] = questions
  .filter(({ isAsked }) => isAsked?.(operator) ?? true)
  .flatMap(({ name, prompt, choices }): Answer[] => {
    if (name === 'BACKUP_KEY')
      return [
        { asks: 'Make a key for backups now', type: 'y' },
        { asks: 'Give it back from where you kept it', type: privateKeyIn },
      ]
    const answer = { asks: prompt, type: choices ? '' : (operator[name] ?? '') }
    return name === 'MODERATORS_CHAT_ID'
      ? [{ asks: 'Choose the groups of the staff in Telegram', type: 'n' }, answer]
      : [answer]
  })

/** Things that a page says of a command beside that it succeeds. */
export interface Expectation {
  answers?: Answer[]
  code?: number
  prints?: RegExp
  /** Private key of the backups that it shows. The operator keeps it as `backup.key`. */
  showsKey?: boolean
}

export const expectations: Record<string, Expectation> = {
  'docker run --rm -it --user "$(id -u)" -v "$PWD":/installation otklik otklik setup --settings /installation/.env':
    { answers: setupAnswers, prints: /\.env is written/, showsKey: true },
  'docker compose run --rm otklik doctor': { prints: /\b0 bad\b/ },
  'docker compose run --rm otklik backups': { prints: /age1/ },
  'docker compose run --rm -T backups otklik drill --key - < backup.key': { prints: /everything adds up/ },
  // Without a key that opens the backup it says so before it touches anything.
  'docker compose run --rm restore': { code: 1, prints: /key/i },
  'docker compose run --rm -v /media/backup.key:/backup.key:ro restore --key /backup.key': {
    answers: [{ asks: 'becomes the database as it was', type: 'y' }],
    prints: /[1-9]\d* listings, [1-9]\d* payments; contradictions: 0; the ledger is off by 0/,
  },
  'docker compose run --rm otklik upgrade': {
    answers: [{ asks: 'Migrations are applied', type: 'y' }],
    prints: /Applied: .*\b0 bad\b/s,
  },
}

const inTrouble =
  'looks at a trouble, or ends one, that the trial does not have: `npm run faults` causes them'
const ownServers = 'brings servers of its own; `.ci/run` rehearses it'
const named =
  'names a command within a sentence: *Commands* says how it is typed, and the trial runs what the steps say'
const bare = 'without containers; the containers of the trial run the same'

/** Commands of the pages that are not carried out; with a section, there alone. */
export const notRun: { command: string | RegExp; section?: string; because: string }[] = [
  { command: 'docker compose run --rm restore', section: 'Running it for real', because: named },
  { command: /^docker compose (?:run --rm otklik doctor|up -d)$/, section: 'files', because: inTrouble },
  { command: /^npm run (?:outage|restore-test|chaos|faults|soak|bench)\b/, because: ownServers },
  { command: 'node start.mjs fan-out', because: ownServers },
  { command: 'npm start -- --fresh', because: 'development' },
  {
    command: /^npm run (?:release -- <version>|check)$/,
    because: 'makes a release: `tests/release.test.ts`',
  },
  { command: /^otklik [a-z-]/, because: named },
  { command: /^npm run (?:build|otklik -- <command>)$/, because: bare },
  { command: /^node (?:db|services)\//, because: bare },
  { command: 'age -d -i backup.key -o piece piece.age', because: 'a program of others, which may be absent' },
  { command: 'docker compose pull', because: 'instead of the build, where a registry has images' },
  {
    command: 'docker compose up',
    because: 'names what `docker compose up -d` does, and would keep the terminal',
  },
  {
    command: 'docker compose up -d --scale bot=2',
    because: 'a choice of larger installations; `npm run deploy-test` has two bots',
  },
  {
    command: 'docker compose config --resolve-image-digests > docker-compose.pinned.yml',
    because: 'a choice, and needs a registry that knows the images',
  },
  {
    command: 'docker compose --profile watching up -d',
    because: 'installation-test lets its programs read the files',
  },
  { command: 'ssh -L 3001:127.0.0.1:3001 <machine>', because: 'another machine' },
  { command: 'docker compose logs --no-log-prefix | grep <request_id>', because: inTrouble },
  { command: /^docker compose logs (?:--tail 50 \S+|workers \| grep '[^']+')$/, because: inTrouble },
  { command: /^docker compose ps(?: backups| postgres| redis)?$/, because: inTrouble },
  { command: /^docker compose up -d (?:<service>|postgres|redis)$/, because: inTrouble },
]

export const isNamed = ({ command, section }: (typeof notRun)[number], one: PageCommand) =>
  (section ?? one.section) === one.section &&
  (typeof command === 'string' ? command === one.text : command.test(one.text))

export const reasonNotToRun = (command: PageCommand) => notRun.find((row) => isNamed(row, command))?.because

/** Commands of *Replacing processes* that an upgrade has done already, as the page says. */
export const doneByUpgrade = ['docker compose build', 'docker compose run --rm migrate']
