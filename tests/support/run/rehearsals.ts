interface Rehearsal {
  name: string
  args: string[]
  /** Pattern that the output of a successful run matches. */
  prints: RegExp
  /**
   * True if other tests of every run already do the same work as the command. A run rehearses only one in three of
   * these commands.
   */
  hasTests?: boolean
}

/**
 * Commands that take long, with the least work that still uses all their parts. This detects a command that no longer
 * works. The measured values mean nothing here; `docs/commands.md` says how to measure.
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
  { name: 'chaos', args: ['--small', '20', '--seed', '9'], prints: /"delivered":.*"broken":0/ },
  {
    name: 'faults',
    args: ['--only', 'Redis is full', '--seconds', '75'],
    prints: /1 faults/,
    hasTests: true,
  },
  { name: 'outage', args: ['--seconds', '2'], prints: /Empty again/ },
  {
    name: 'fan-out',
    args: ['--subscribers', '300', '--refusals', '3'],
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
  { name: 'release', args: ['--notes', '0.1.0'], prints: /The first version/ },
  { name: 'journey', args: ['--times', '1'], prints: /1 passed/, hasTests: true },
  { name: 'speed', args: [], prints: /LCP beside the static page/ },
  { name: 'access', args: [], prints: /passed/ },
  { name: 'gallery', args: [], prints: /passed/ },
]
