/** The only file that may write each state, because it checks the permitted moves. */
export const stateWriters: [table: string, column: string, writer: string][] = [
  ['listings', 'status', 'services/listings/moves.ts'],
  ['responses', 'status', 'services/responses/decisions/moves.ts'],
  ['payments', 'state', 'services/payments/money/moves.ts'],
  ['moderation_tasks', 'state', 'services/moderation/queue/moves.ts'],
]
