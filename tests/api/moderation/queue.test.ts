import { describe, expect, test } from 'vitest'
import { appeal } from '#services/moderation/appeals/appeals.ts'
import { answer, ask } from '#services/moderation/appeals/questions.ts'
import { approve, claim, reject } from '#services/moderation/decisions/actions.ts'
import { closeTasks, openTask } from '#services/moderation/queue/queue.ts'
import { remindModerators } from '#services/moderation/queue/reminders.ts'
import { findListingTask, findReportTask, listChatCards } from '#services/moderation/queue/task-queries.ts'
import {
  anna,
  apply,
  ctx,
  listing,
  olga,
  openQueue,
  planned,
  restart,
  seconds,
  set,
  start,
  submitted,
  task,
  traces,
  vera,
  wait,
} from './moderation-setup.ts'

openQueue()

describe('a question', () => {
  test('waits for its author, whose answer opens the task anew', async () => {
    const { task_id, listing_id, act } = await submitted()
    await claim(ctx, act)
    await ask(ctx, { ...act, question: 'Какой срок?' })
    expect(await task(task_id)).toMatchObject({
      ...{ state: 'returned', reason: 'Какой срок?', claimed_by: null, claimed_until: null, remind_at: null },
    })
    const question = () =>
      ctx.db
        .selectFrom('moderation_questions')
        .selectAll()
        .where('task_id', '=', task_id)
        .executeTakeFirstOrThrow()
    const { id: question_id, asked_at } = await question()
    expect(seconds(asked_at)).toBe(0)
    expect(await question()).toMatchObject({ asked_by: olga.id, question: 'Какой срок?', answer: null })
    expect(await planned('moderation.asked', { question_id })).toEqual([0])
    expect((await traces(listing_id))[0]).toEqual({
      action: 'moderation.ask',
      actor_id: olga.id,
      before: { task_id, state: 'claimed' },
      after: { question: 'Какой срок?' },
    })
    wait(60)
    const said = { listing_id, text: 'Две недели' }
    await expect(answer(ctx, { ...said, author_id: vera.id })).rejects.toMatchObject({
      code: 'nothing_asked',
    })
    await answer(ctx, { ...said, author_id: anna.id })
    expect(await task(task_id)).toMatchObject({
      state: 'open',
      reason: null,
      waiting_since: 60,
      remind_at: 60 + 1800,
    })
    expect(await question()).toMatchObject({ answer: 'Две недели' })
    expect(seconds((await question()).answered_at)).toBe(60)
    expect(await planned('moderation.answered', { question_id })).toEqual([60])
    expect((await traces(listing_id))[0]).toEqual({
      action: 'moderation.answer',
      actor_id: anna.id,
      before: { task_id, state: 'returned' },
      after: { question_id },
    })
    await expect(answer(ctx, { ...said, author_id: anna.id })).rejects.toMatchObject({
      code: 'nothing_asked',
    })
  })

  test('answered late leaves a claim and a decision as they are', async () => {
    const claimed = await submitted()
    await ask(ctx, { ...claimed.act, question: 'Какой срок?' })
    await claim(ctx, claimed.act)
    const said = { author_id: anna.id, text: 'Неделя' }
    await answer(ctx, { ...said, listing_id: claimed.listing_id })
    expect(await task(claimed.task_id)).toMatchObject({ state: 'claimed', claimed_by: olga.id, reason: null })
    const decided = await submitted()
    await ask(ctx, { ...decided.act, question: 'Какой срок?' })
    await reject(ctx, { ...decided.act, reason: 'scam' })
    await answer(ctx, { ...said, listing_id: decided.listing_id })
    expect(await task(decided.task_id)).toMatchObject({ state: 'rejected', reason: 'scam' })
    const over = await submitted()
    await ask(ctx, { ...over.act, question: 'Какой срок?' })
    await reject(ctx, { ...over.act, reason: 'scam' })
    wait(5)
    await apply(over.task_id)
    const late = answer(ctx, { ...said, listing_id: over.listing_id })
    await expect(late).rejects.toMatchObject({ code: 'nothing_asked' })
  })

  test('has 3 to 500 characters', async () => {
    const { task_id, act } = await submitted()
    for (const question of ['Да', 'а'.repeat(501)])
      await expect(ask(ctx, { ...act, question })).rejects.toMatchObject({
        ...{ code: 'invalid_input', details: { fields: [{ path: 'question' }], max: 500 } },
      })
    for (const question of ['Да?', '\u{1f642}'.repeat(500)]) {
      await ask(ctx, { ...act, question })
      expect((await task(task_id)).reason).toBe(question)
    }
  })
})

test('an appeal brings a rejected listing back, once, for its author', async () => {
  const { task_id, listing_id, act } = await submitted()
  const objection = { listing_id, author_id: anna.id, text: 'Всё написано в описании' }
  await expect(appeal(ctx, objection)).rejects.toMatchObject({
    code: 'wrong_state',
    details: { status: 'moderation' },
  })
  await reject(ctx, { ...act, reason: 'unclear' })
  wait(5)
  await apply(task_id)
  await expect(appeal(ctx, { ...objection, author_id: vera.id })).rejects.toMatchObject({ code: 'not_found' })
  await set(listing_id, { status: 'deleted' })
  await expect(appeal(ctx, objection)).rejects.toMatchObject({ code: 'not_found' })
  await set(listing_id, { status: 'rejected' })
  wait(6)
  await appeal(ctx, objection)
  expect(await listing(listing_id)).toMatchObject({ status: 'moderation', updated_at: 6 })
  const newer = (await findListingTask(ctx.db, listing_id)) ?? 0
  expect(newer).toBeGreaterThan(task_id)
  expect(await task(newer)).toMatchObject({
    ...{ subject: 'listing', listing_id, state: 'open', appealed: true, appeal: 'Всё написано в описании' },
    ...{ waiting_since: 6, remind_at: 6 + 1800, updated_at: 6 },
  })
  expect(await planned('listing.submitted', { listing_id })).toEqual([6])
  expect((await traces(listing_id))[0]).toEqual({
    action: 'moderation.appeal',
    actor_id: anna.id,
    before: { status: 'rejected' },
    after: { status: 'moderation' },
  })
  await expect(appeal(ctx, objection)).rejects.toMatchObject({ code: 'already_appealed' })
  // A waiting task is left unchanged.
  await ctx.db.transaction().execute((tx) => openTask(ctx, tx, listing_id))
  expect(await findListingTask(ctx.db, listing_id)).toBe(newer)
  expect(await task(newer)).toMatchObject({ appeal: 'Всё написано в описании' })
})

test('a listing that its author takes away leaves the queue once; a complaint about it stays', async () => {
  const [{ task_id, listing_id, act }, other] = [await submitted(), await submitted()]
  const body = { subject_type: 'listing', subject_id: listing_id, reason: 'scam' } as const
  const [published_at, expires_at] = [0, 86_400_000].map((ms) => new Date(start + ms).toISOString())
  await set(listing_id, { status: 'published', published_at, expires_at })
  const { id: report_id } = await vera.call('POST /api/reports', { body })
  await set(listing_id, { status: 'moderation' })
  restart()
  await approve(ctx, act)
  wait(1)
  const close = () => ctx.db.transaction().execute((tx) => closeTasks(ctx, tx, listing_id))
  await close()
  expect(await task(task_id)).toMatchObject({
    ...{ state: 'returned', reason: 'withdrawn', effective_at: null, applied_at: 1, updated_at: 1 },
  })
  expect(await planned('listing.withdrawn', { listing_id })).toEqual([1])
  expect((await task(other.task_id)).state).toBe('open')
  const complaint = (await findReportTask(ctx.db, report_id)) ?? 0
  expect((await task(complaint)).state).toBe('open')
  wait(2)
  await close()
  expect(await task(task_id)).toMatchObject({ applied_at: 1 })
  expect(await planned('listing.withdrawn', { listing_id })).toEqual([])
  // Only cards of the listing that were sent to the chat are returned, and no card of a report.
  const cards = () => listChatCards(ctx.db, listing_id)
  expect(await cards()).toEqual([])
  const hanging = { chat_id: -1, message_id: 7 }
  for (const id of [task_id, other.task_id, complaint])
    await ctx.db.updateTable('moderation_tasks').set(hanging).where('id', '=', id).execute()
  expect(await cards()).toEqual([task_id])
})

test('a text is a copy when it is near enough, young enough and was seen; the nearest is named', async () => {
  const words = 'Нарисовать вывеску для пекарни на углу: буквы из дерева, подсветка, монтаж на фасад до'
  const copyOf = async (changes = {}) => {
    const { task_id } = await submitted({ subtitle: `${words} конца весны. Эскиз есть.`, ...changes })
    const { flags, duplicate_of } = await task(task_id)
    return { isNoticed: flags.includes('duplicate'), duplicate_of }
  }
  const nothing = { isNoticed: false, duplicate_of: null }
  const first = await submitted({ subtitle: `${words} начала лета. Эскиза нет, нужен.` })
  const old = (days: number) => ({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
  const forgetLater = async () => {
    const copies = ctx.db.selectFrom('listings').select('id').where('id', '>', first.listing_id)
    for (const { id } of await copies.execute()) await set(id, { status: 'deleted' })
  }
  await set(first.listing_id, old(90.1))
  expect(await copyOf({ subtitle: `${words} осени.` })).toEqual(nothing)
  await forgetLater()
  await set(first.listing_id, old(89.9))
  const found = { isNoticed: true, duplicate_of: first.listing_id }
  expect(await copyOf()).toEqual(found)
  await forgetLater()
  expect(await copyOf({ subtitle: 'Перевести инструкцию к станку с немецкого, сорок страниц.' })).toEqual(
    nothing,
  )
  const nearer = await submitted({ subtitle: `${words} конца весны. Эскиз готов.` })
  await submitted({ subtitle: `${words} начала лета. Эскиза нет.` })
  expect(await copyOf()).toEqual({ isNoticed: true, duplicate_of: nearer.listing_id })
})

test('one reminder names everything that waits too long, complaints last, and is planned anew', async () => {
  await ctx.db.updateTable('moderation_tasks').set({ remind_at: null }).execute()
  const body = { subject_type: 'user', subject_id: anna.id, reason: 'spam' } as const
  const { id } = await vera.call('POST /api/reports', { body })
  const complaint = (await findReportTask(ctx.db, id)) ?? 0
  const [first, second, later] = [await submitted(), await submitted(), await submitted()]
  const due = (task_id: number, at: number) =>
    ctx.db
      .updateTable('moderation_tasks')
      .set({
        remind_at: new Date(start + at * 1000).toISOString(),
        waiting_since: new Date(start).toISOString(),
      })
      .where('id', '=', task_id)
      .execute()
  await due(complaint, 10)
  await due(first.task_id, 30)
  await due(second.task_id, 20)
  await due(later.task_id, 30.001)
  wait(30)
  expect(await remindModerators(ctx, 100)).toBe(3)
  const { payload, chat_id, priority, lane } = await ctx.db
    .selectFrom('deliveries')
    .selectAll()
    .where('kind', '=', 'moderation_reminder')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(payload).toEqual({ task_ids: [second.task_id, first.task_id, complaint] })
  expect({ chat_id, priority, lane }).toEqual({
    ...{ chat_id: ctx.config.MODERATORS_CHAT_ID, priority: 1, lane: 'transactional' },
  })
  for (const task_id of [complaint, first.task_id, second.task_id])
    expect((await task(task_id)).remind_at).toBe(1800)
  expect((await task(later.task_id)).remind_at).toBe(30.001)
  wait(31)
  await due(first.task_id, 31)
  await due(second.task_id, 30)
  expect(await remindModerators(ctx, 1)).toBe(1)
  expect((await task(first.task_id)).remind_at).toBe(31)
})
