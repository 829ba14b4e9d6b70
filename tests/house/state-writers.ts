/**
 * States of the database, each with the only file that may write it. That file checks that a transition is permitted.
 */
export const stateWriters: [table: string, column: string, writer: string][] = [
  ['listings', 'status', 'services/listings/moves.ts'],
  ['responses', 'status', 'services/responses/decisions/moves.ts'],
  ['payments', 'state', 'services/payments/money/moves.ts'],
  ['moderation_tasks', 'state', 'services/moderation/queue/moves.ts'],
]
