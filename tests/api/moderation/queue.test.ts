import { describe, expect, test } from 'vitest'
import { appeal } from '#services/moderation/appeals/appeals.ts'
import { answer, ask } from '#services/moderation/appeals/questions.ts'
import { approve, claim, reject } from '#services/moderation/decisions/actions.ts'
import { findListingTask, findReportTask, listChatCards } from '#services/moderation/queue/queries.ts'
import { closeTasks, openTask } from '#services/moderation/queue/queue.ts'
import { remindModerators } from '#services/moderation/queue/schedule.ts'
import {
  advanceClock,
  anna,
  applyTask,
  ctx,
  listing,
  olga,
  openQueue,
  plannedEvents,
  readAuditEntries,
  restart,
  seconds,
  setListing,
  startMs,
  submitOrder,
  task,
  vera,
} from './moderation-setup.ts'

openQueue()

describe('a question', () => {
  test('waits for its author, whose answer opens the task anew', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await claim(ctx, act)
    await ask(ctx, { ...act, question: 'Какой срок?' })
    expect(await task(task_id)).toMatchObject({
      state: 'returned',
      reason: 'Какой срок?',
      claimed_by: null,
      claimed_until: null,
      remind_at: null,
    })
    const findQuestion = () =>
      ctx.db
        .selectFrom('moderation_questions')
        .selectAll()
        .where('task_id', '=', task_id)
        .executeTakeFirstOrThrow()
    const { id: question_id, asked_at } = await findQuestion()
    expect(seconds(asked_at)).toBe(0)
    expect(await findQuestion()).toMatchObject({ asked_by: olga.id, question: 'Какой срок?', answer: null })
    expect(await plannedEvents('moderation.asked', { question_id })).toEqual([0])
    expect((await readAuditEntries(listing_id))[0]).toEqual({
      action: 'moderation.ask',
      actor_id: olga.id,
      before: { task_id, state: 'claimed' },
      after: { question: 'Какой срок?' },
    })
    advanceClock(60)
    const answerBody = { listing_id, text: 'Две недели' }
    await expect(answer(ctx, { ...answerBody, author_id: vera.id })).rejects.toMatchObject({
      code: 'nothing_asked',
    })
    await answer(ctx, { ...answerBody, author_id: anna.id })
    expect(await task(task_id)).toMatchObject({
      state: 'open',
      reason: null,
      waiting_since: 60,
      remind_at: 60 + 1800,
    })
    expect(await findQuestion()).toMatchObject({ answer: 'Две недели' })
    expect(seconds((await findQuestion()).answered_at)).toBe(60)
    expect(await plannedEvents('moderation.answered', { question_id })).toEqual([60])
    expect((await readAuditEntries(listing_id))[0]).toEqual({
      action: 'moderation.answer',
      actor_id: anna.id,
      before: { task_id, state: 'returned' },
      after: { question_id },
    })
    await expect(answer(ctx, { ...answerBody, author_id: anna.id })).rejects.toMatchObject({
      code: 'nothing_asked',
    })
  })

  test('answered late leaves a claim and a decision as they are', async () => {
    const claimedTask = await submitOrder()
    await ask(ctx, { ...claimedTask.act, question: 'Какой срок?' })
    await claim(ctx, claimedTask.act)
    const answerBody = { author_id: anna.id, text: 'Неделя' }
    await answer(ctx, { ...answerBody, listing_id: claimedTask.listing_id })
    expect(await task(claimedTask.task_id)).toMatchObject({
      state: 'claimed',
      claimed_by: olga.id,
      reason: null,
    })
    const decidedTask = await submitOrder()
    await ask(ctx, { ...decidedTask.act, question: 'Какой срок?' })
    await reject(ctx, { ...decidedTask.act, reason: 'scam' })
    await answer(ctx, { ...answerBody, listing_id: decidedTask.listing_id })
    expect(await task(decidedTask.task_id)).toMatchObject({ state: 'rejected', reason: 'scam' })
    const overdueTask = await submitOrder()
    await ask(ctx, { ...overdueTask.act, question: 'Какой срок?' })
    await reject(ctx, { ...overdueTask.act, reason: 'scam' })
    advanceClock(5)
    await applyTask(overdueTask.task_id)
    const lateAnswer = answer(ctx, { ...answerBody, listing_id: overdueTask.listing_id })
    await expect(lateAnswer).rejects.toMatchObject({ code: 'nothing_asked' })
  })

  test('has 3 to 500 characters', async () => {
    const { task_id, act } = await submitOrder()
    for (const refusedQuestion of ['Да', 'а'.repeat(501)])
      await expect(ask(ctx, { ...act, question: refusedQuestion })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ path: 'question' }], max: 500 },
      })
    for (const acceptedQuestion of ['Да?', '\u{1f642}'.repeat(500)]) {
      await ask(ctx, { ...act, question: acceptedQuestion })
      expect((await task(task_id)).reason).toBe(acceptedQuestion)
    }
  })
})

test('an appeal brings a rejected listing back, once, for its author', async () => {
  const { task_id, listing_id, act } = await submitOrder()
  const appealFields = { listing_id, author_id: anna.id, text: 'Всё написано в описании' }
  await expect(appeal(ctx, appealFields)).rejects.toMatchObject({
    code: 'wrong_state',
    details: { status: 'moderation' },
  })
  await reject(ctx, { ...act, reason: 'unclear' })
  advanceClock(5)
  await applyTask(task_id)
  await expect(appeal(ctx, { ...appealFields, author_id: vera.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await setListing(listing_id, { status: 'deleted' })
  await expect(appeal(ctx, appealFields)).rejects.toMatchObject({ code: 'not_found' })
  await setListing(listing_id, { status: 'rejected' })
  advanceClock(6)
  await appeal(ctx, appealFields)
  expect(await listing(listing_id)).toMatchObject({ status: 'moderation', updated_at: 6 })
  const newerTask = (await findListingTask(ctx.db, listing_id)) ?? 0
  expect(newerTask).toBeGreaterThan(task_id)
  expect(await task(newerTask)).toMatchObject({
    subject: 'listing',
    listing_id,
    state: 'open',
    appealed: true,
    appeal: 'Всё написано в описании',
    waiting_since: 6,
    remind_at: 6 + 1800,
    updated_at: 6,
  })
  expect(await plannedEvents('listing.submitted', { listing_id })).toEqual([6])
  expect((await readAuditEntries(listing_id))[0]).toEqual({
    action: 'moderation.appeal',
    actor_id: anna.id,
    before: { status: 'rejected' },
    after: { status: 'moderation' },
  })
  await expect(appeal(ctx, appealFields)).rejects.toMatchObject({ code: 'already_appealed' })
  // If a task of the listing is already waiting, it is left unchanged.
  await ctx.db.transaction().execute((tx) => openTask(ctx, tx, listing_id))
  expect(await findListingTask(ctx.db, listing_id)).toBe(newerTask)
  expect(await task(newerTask)).toMatchObject({ appeal: 'Всё написано в описании' })
})

test('a listing that its author takes away leaves the queue once; a complaint about it stays', async () => {
  const [{ task_id, listing_id, act }, otherTask] = [await submitOrder(), await submitOrder()]
  const body = { subject_type: 'listing', subject_id: listing_id, reason: 'scam' } as const
  const [published_at, expires_at] = [0, 86_400_000].map((ms) => new Date(startMs + ms).toISOString())
  await setListing(listing_id, { status: 'published', published_at, expires_at })
  const { id: report_id } = await vera.call('POST /api/reports', { body })
  await setListing(listing_id, { status: 'moderation' })
  restart()
  await approve(ctx, act)
  advanceClock(1)
  const closeListingTasks = () => ctx.db.transaction().execute((tx) => closeTasks(ctx, tx, listing_id))
  await closeListingTasks()
  expect(await task(task_id)).toMatchObject({
    state: 'returned',
    reason: 'withdrawn',
    effective_at: null,
    applied_at: 1,
    updated_at: 1,
  })
  expect(await plannedEvents('listing.withdrawn', { listing_id })).toEqual([1])
  expect((await task(otherTask.task_id)).state).toBe('open')
  const reportTask = (await findReportTask(ctx.db, report_id)) ?? 0
  expect((await task(reportTask)).state).toBe('open')
  advanceClock(2)
  await closeListingTasks()
  expect(await task(task_id)).toMatchObject({ applied_at: 1 })
  expect(await plannedEvents('listing.withdrawn', { listing_id })).toEqual([])
  // Only review cards of the listing that were sent to the moderators' chat are returned. Cards of complaints are not.
  const cards = () => listChatCards(ctx.db, listing_id)
  expect(await cards()).toEqual([])
  const cardPlace = { chat_id: -1, message_id: 7 }
  for (const id of [task_id, otherTask.task_id, reportTask])
    await ctx.db.updateTable('moderation_tasks').set(cardPlace).where('id', '=', id).execute()
  expect(await cards()).toEqual([task_id])
})

test('a text is a copy when it is near enough, young enough and was seen; the nearest is named', async () => {
  const description = 'Нарисовать вывеску для пекарни на углу: буквы из дерева, подсветка, монтаж на фасад до'
  const copyOf = async (changes = {}) => {
    const { task_id } = await submitOrder({ subtitle: `${description} конца весны. Эскиз есть.`, ...changes })
    const { flags, duplicate_of } = await task(task_id)
    return { isNoticed: flags.includes('duplicate'), duplicate_of }
  }
  const noDuplicate = { isNoticed: false, duplicate_of: null }
  const first = await submitOrder({ subtitle: `${description} начала лета. Эскиза нет, нужен.` })
  const createdDaysAgo = (days: number) => ({
    created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
  })
  const restoreLater = async () => {
    const copies = ctx.db.selectFrom('listings').select('id').where('id', '>', first.listing_id)
    for (const { id } of await copies.execute()) await setListing(id, { status: 'deleted' })
  }
  await setListing(first.listing_id, createdDaysAgo(90.1))
  expect(await copyOf({ subtitle: `${description} осени.` })).toEqual(noDuplicate)
  await restoreLater()
  await setListing(first.listing_id, createdDaysAgo(89.9))
  const duplicateOfFirst = { isNoticed: true, duplicate_of: first.listing_id }
  expect(await copyOf()).toEqual(duplicateOfFirst)
  await restoreLater()
  expect(await copyOf({ subtitle: 'Перевести инструкцию к станку с немецкого, сорок страниц.' })).toEqual(
    noDuplicate,
  )
  const nearerDuplicate = await submitOrder({ subtitle: `${description} конца весны. Эскиз готов.` })
  await submitOrder({ subtitle: `${description} начала лета. Эскиза нет.` })
  expect(await copyOf()).toEqual({ isNoticed: true, duplicate_of: nearerDuplicate.listing_id })
})

test('one reminder names everything that waits too long, complaints last, and is planned anew', async () => {
  await ctx.db.updateTable('moderation_tasks').set({ remind_at: null }).execute()
  const body = { subject_type: 'user', subject_id: anna.id, reason: 'spam' } as const
  const { id } = await vera.call('POST /api/reports', { body })
  const reportTask = (await findReportTask(ctx.db, id)) ?? 0
  const [first, second, laterTask] = [await submitOrder(), await submitOrder(), await submitOrder()]
  const setDue = (task_id: number, dueMs: number) =>
    ctx.db
      .updateTable('moderation_tasks')
      .set({
        remind_at: new Date(startMs + dueMs * 1000).toISOString(),
        waiting_since: new Date(startMs).toISOString(),
      })
      .where('id', '=', task_id)
      .execute()
  await setDue(reportTask, 10)
  await setDue(first.task_id, 30)
  await setDue(second.task_id, 20)
  await setDue(laterTask.task_id, 30.001)
  advanceClock(30)
  expect(await remindModerators(ctx, 100)).toBe(3)
  const { payload, chat_id, priority, lane } = await ctx.db
    .selectFrom('deliveries')
    .selectAll()
    .where('kind', '=', 'moderation_reminder')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(payload).toEqual({ task_ids: [second.task_id, first.task_id, reportTask] })
  expect({ chat_id, priority, lane }).toEqual({
    chat_id: ctx.config.MODERATORS_CHAT_ID,
    priority: 1,
    lane: 'transactional',
  })
  for (const task_id of [reportTask, first.task_id, second.task_id])
    expect((await task(task_id)).remind_at).toBe(1800)
  expect((await task(laterTask.task_id)).remind_at).toBe(30.001)
  advanceClock(31)
  await setDue(first.task_id, 31)
  await setDue(second.task_id, 30)
  expect(await remindModerators(ctx, 1)).toBe(1)
  expect((await task(first.task_id)).remind_at).toBe(31)
})
