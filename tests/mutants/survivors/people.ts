import type { Survivor } from './survivor.ts'

/** Responses, invitations, records and what is left of somebody who goes. */
export const peopleSurvivors: Survivor[] = [
  {
    name: 'handed-over-work-goes',
    hurts: 'the client loses the handed-over work when the executor deletes the account',
    file: 'services/privacy/deletion.ts',
    before: "    .where('deal_step_id', 'is', null)\n",
    after: '',
    tests: ['tests/api/privacy.test.ts'],
  },
  {
    name: 'last-day-stays',
    hurts: 'the day of the last visit of a deleted person is kept',
    file: 'services/privacy/deletion.ts',
    before: '        seen_on: null,\n',
    after: '',
    tests: ['tests/api/privacy.test.ts'],
  },
  {
    name: 'responses-anew-after-return',
    hurts: 'leave and come back: the daily number of responses begins anew',
    file: 'services/responses/admission.ts',
    before: 'limit - sent - (before?.count ?? 0)',
    after: 'limit - sent',
    tests: ['tests/api/departures.test.ts'],
  },
]
