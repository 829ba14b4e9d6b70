interface Rehearsal {
  name: string
  args: string[]
  /** Text that a run which ended well prints. */
  prints: RegExp
  /** True if tests of every run do the command's work too. Then a run rehearses one such command of three. */
  hasTests?: boolean
}

/**
 * The long commands with the smallest work that still passes through all of their parts, so that none of them stops
 * working unnoticed. Their figures mean nothing here; `docs/commands.md` says how they are run for figures.
 */
export const rehearsals: Rehearsal[] = [
  {
    name: 'bench',
    args: ['--rows', '1000', '--only', 'newest,respond'],
    prints: /\| newest \|.*\| respond \|/s,
  },
  {
    name: 'bench',
    args: ['--only', 'delivery,popular,views'],
    prints: /commit of an approval.*responses: CPU.*hits\/s/s,
  },
  { name: 'bench', args: ['--only', 'standing', '--minutes', '0.05'], prints: /first answer after/ },
  { name: 'soak', args: ['--minutes', '0.1', '--rows', '500'], prints: / 0 of them not 200/ },
  { name: 'money', args: ['--runs', '2', '--seed', '3'], prints: /, 0 violations, seed 3/, hasTests: true },
  {
    name: 'season',
    args: ['--days', '2', '--seed', '12', '--authors', '4', '--freelancers', '4'],
    prints: /0 broken promises/,
    hasTests: true,
  },
  { name: 'chaos', args: ['--runs', '1', '--seed', '4'], prints: /Seed 4/, hasTests: true },
  { name: 'outage', args: ['--seconds', '2'], prints: /Empty again/ },
  {
    name: 'fan-out',
    args: ['--subscribers', '300', '--refusals', '1'],
    prints: /messages a second/,
    hasTests: true,
  },
  { name: 'restore-test', args: ['--runs', '1', '--seed', '5'], prints: / 0 broken/, hasTests: true },
  { name: 'restore-test', args: ['--rows', '2000'], prints: /restored/ },
  { name: 'deploy-test', args: ['--rate', '5', '--talks', '1'], prints: /"failed":0/, hasTests: true },
  {
    name: 'attack',
    args: ['--only', 'GET /api/orders', '--times', '2'],
    prints: / 0 failed/,
    hasTests: true,
  },
  {
    name: 'mutants',
    args: ['--places', '5', '--seed', '1', '--area', 'reference', '--list'],
    prints: /Seed 1: 5 of /,
  },
  { name: 'survivors', args: ['today-is-next-year'], prints: /1 of 1 are noticed/ },
  { name: 'house', args: ['--numbers'], prints: /product lines/ },
  { name: 'journey', args: ['--times', '1'], prints: /1 passed/, hasTests: true },
  { name: 'speed', args: [], prints: /LCP beside the static page/ },
  { name: 'access', args: [], prints: /passed/ },
  { name: 'gallery', args: [], prints: /passed/ },
]
