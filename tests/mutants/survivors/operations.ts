import type { Survivor } from './survivor.ts'

/** Alarms, deadlines of what is kept, and money. */
export const operationSurvivors: Survivor[] = [
  {
    name: 'base-backups-stopped',
    hurts: 'nobody is called for a month after copies of the whole database have stopped',
    file: 'services/operations/readiness.ts',
    before: "interval '30 hours'",
    after: "interval '30 days'",
    tests: ['tests/workers/operations.test.ts'],
  },
  {
    name: 'log-backups-stopped',
    hurts: 'nobody is called for hours after the log is copied no more',
    file: 'services/operations/readiness.ts',
    before: "interval '10 minutes'",
    after: "interval '10 hours'",
    tests: ['tests/workers/operations.test.ts'],
  },
  {
    name: 'outbox-alarm-late',
    hurts: 'the alarm of a standing outbox comes after five hours instead of five minutes',
    file: 'services/operations/alarms.ts',
    before: 'const lateMs = 5 * 60_000',
    after: 'const lateMs = 5 * 60 * 60_000',
    tests: ['tests/workers/operations.test.ts'],
  },
  {
    name: 'declined-without-message',
    hurts: 'every declined response becomes a false alarm after ten minutes',
    file: 'db/migrations/0047-invitations.ts',
    before: "            response_end_key('response_declined', r.id, r.ended_at),\n",
    after: '',
    tests: ['tests/api/open-loops.test.ts'],
  },
  {
    name: 'released-without-message',
    hurts: 'every release of an executor becomes a false alarm after ten minutes',
    file: 'db/migrations/0047-invitations.ts',
    before: ",\n            response_end_key('response_released', r.id, r.ended_at)))",
    after: '))',
    tests: ['tests/api/open-loops.test.ts'],
  },
]
