import { expect } from 'vitest'
import type { Moderator } from './shift-doors.ts'
import type { TaskScenario } from './shift-kind.ts'
import { listingReport, messageReport, personReport } from './shift-reports.ts'
import {
  closedAccess,
  disguisedText,
  expectPublished,
  honestText,
  nearDuplicate,
  orderFields,
  ruleBreaking,
  submitOrder,
  vacancy,
} from './shift-submissions.ts'
import { edit, objection, question } from './shift-talk.ts'

/** Kinds of moderation tasks in order of arrival. `of60` is a kind's share of sixty tasks. */
export const kinds: Record<string, { of60: number; arrive: TaskScenario }> = {
  'good order': {
    of60: 9,
    async arrive(shift, n) {
      const submittedOrder = await submitOrder(shift, orderFields(n))
      expect(await shift.textOf(submittedOrder.task_id)).not.toMatch(/контакты в тексте|похоже на обман/)
      return {
        task_id: submittedOrder.task_id,
        card: 'Проверка',
        decision: { verb: 'approve' },
        checkOutcome: () => expectPublished(shift, submittedOrder),
      }
    },
  },
  vacancy: { of60: 6, arrive: vacancy },
  spam: {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `Лёгкий заработок каждому, вложений не надо, пишите сразу. Набор ${n}.`,
      'похоже на обман',
      'scam',
      'Похоже на обман',
    ),
  },
  contacts: {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `${honestText(n)} Пишите на studio${n}@example.com`,
      'контакты в тексте',
      'contacts',
      'Контакты в описании',
    ),
  },
  'disguised contacts': {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `Задание ${n} обсудим подробно. ${disguisedText(n)}`,
      'в тексте: «',
      'contacts',
      'Контакты в описании',
    ),
  },
  'near-duplicate': { of60: 4, arrive: nearDuplicate },
  urgent: {
    of60: 4,
    async arrive(shift, n) {
      const submittedOrder = await submitOrder(shift, { ...orderFields(n), is_urgent: true })
      const checkOutcome = async () => {
        expect((await shift.moved(submittedOrder.id, 'published')).urgent).toBe(true)
        return expectPublished(shift, submittedOrder)
      }
      return {
        task_id: submittedOrder.task_id,
        card: `Заказ ${submittedOrder.id}, срочный, оплачен`,
        decision: { verb: 'approve' },
        checkOutcome,
      }
    },
  },
  'small edit': { of60: 3, arrive: edit((n) => ({ subtitle: `${honestText(n)} Ждём к утру.` }), false) },
  'large edit': { of60: 4, arrive: edit((n) => ({ price: 90_000 + n }), true) },
  'report on a listing': { of60: 4, arrive: listingReport },
  'report on a person': { of60: 2, arrive: personReport },
  'report on a message': { of60: 2, arrive: messageReport },
  appeal: { of60: 3, arrive: objection },
  question: { of60: 4, arrive: question },
  'scam, access closed': { of60: 2, arrive: closedAccess },
  'a moderator’s own': {
    of60: 1,
    async arrive(shift, n) {
      const ownModerator = shift.moderators[n % 2] as Moderator
      const author = shift.readerOf(ownModerator)
      const submittedOrder = await submitOrder(shift, orderFields(n), author)
      const checkOutcome = () => expectPublished(shift, submittedOrder)
      return {
        task_id: submittedOrder.task_id,
        card: 'Проверка',
        ownModerator,
        decision: { verb: 'approve' },
        checkOutcome,
      }
    },
  },
}
