import { expect, test } from 'vitest'
import { runLossAndRestore } from './lost-tail.ts'

test('after a restore that lost its end every kopeck is where it belongs, and no number is given twice', async () => {
  const report = await runLossAndRestore({
    beforeBackup: ['never', 'late'],
    inArchivedLog: ['paid_unseen', 'late'],
    inLostLog: ['paid', 'late', 'never'],
    afterRestore: ['paid', 'late'],
  })
  expect(report).toMatchObject({ broken: [], false_payments: 0 })
  // The lost part of the log contained two paid payment links. One was paid before the machine was lost, the other
  // afterwards.
  expect(report.cases).toBe(2)
}, 400_000)
