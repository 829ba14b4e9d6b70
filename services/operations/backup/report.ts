import type { Restored } from './restore.ts'

/** Result of a restore, in sentences. */
export function describeRestore({
  backup,
  logs,
  secrets,
  state,
  numbers,
  money,
  files,
  seconds,
}: Restored): string[] {
  const list = (ids: number[]) => (ids.length > 0 ? `${ids.length} (${ids.join(', ')})` : 'none')
  return [
    `Backup ${backup} and ${logs} pieces of the log after it; the last thing in it is of ${state.newest}.`,
    `${state.listings} listings, ${state.payments} payments; contradictions: ${state.violations}; the ledger is off by ${state.ledger_imbalance}.`,
    ...secrets.map((sentence) => `Secret: ${sentence}.`),
    `Invoices: the last known was ${numbers.known}, the next will be ${numbers.next}.`,
    `The provider was asked ${money.asked} times. Paid without us, and applied now: ${list(money.paid)}.`,
    `Paid under numbers that are lost, each a case in the admin area: ${list(money.unknownNumbers)}.`,
    `Without an answer, asked again by the workers: ${list(money.unanswered)}.`,
    `Files of people: ${files.restored} brought back, ${files.missing} missing.`,
    `The data stood after ${seconds.data} s, everything after ${seconds.whole} s.`,
  ]
}
