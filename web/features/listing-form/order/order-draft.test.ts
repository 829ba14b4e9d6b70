import { expect, test } from 'vitest'
import { type PrefilledOrder, prefilledOrderPath } from '#contract/begun-order.ts'
import { draftForCopy } from '#web/features/listing-form/draft/listing-draft.ts'
import { changesOf, emptyOrder, filledTerms, readMessageLink, toApiFields } from './order-draft.ts'

const typedDraft = {
  ...emptyOrder,
  title: ' Лендинг ',
  description: 'Десять экранов',
  category: '3',
  price: '60 000',
}

test('a fixed price is one amount and an hourly one a range; the other fields are null', () => {
  expect(toApiFields({ ...typedDraft, from: '100', to: '200' })).toMatchObject({
    title: 'Лендинг',
    category_id: 3,
    price: 60_000,
    min_stake: null,
    max_stake: null,
  })
  expect(toApiFields({ ...typedDraft, payment: 'hourly', from: '1 200,50', to: '' })).toMatchObject({
    price: null,
    min_stake: 1200.5,
    max_stake: null,
  })
})

test('the empty option of a select is never sent', () => {
  expect(toApiFields(typedDraft)).toMatchObject({
    required_experience: null,
    language: null,
    region: null,
    deadline: null,
  })
  expect(toApiFields({ ...typedDraft, experience: 'none' })).toMatchObject({ required_experience: 'none' })
})

test('an edit sends only changed fields', () => {
  expect(changesOf(typedDraft, { ...typedDraft, title: 'Лендинг', price: '60000' })).toEqual({})
  expect(changesOf(typedDraft, { ...typedDraft, price: '65 000', skills: ['Figma'] })).toEqual({
    price: 65_000,
    skills: ['Figma'],
  })
})

test('a copy takes all fields except a deadline in the past', () => {
  const original = { ...typedDraft, skills: ['Figma'], period: '60', deadline: '2020-01-31' }
  expect(draftForCopy(original)).toEqual({ ...original, deadline: '' })
  const futureOrder = { ...original, deadline: '2099-01-31' }
  expect(draftForCopy(futureOrder)).toEqual(futureOrder)
})

test('a selected period is sent only if it was changed', () => {
  expect(toApiFields(typedDraft)).toMatchObject({ placement_period: 30 })
  expect(changesOf(typedDraft, { ...typedDraft, period: '60' })).toEqual({ placement_period: 60 })
})

const prefilledOrder: PrefilledOrder = {
  message_id: 7,
  title: 'Бот для записи',
  description: 'нужен бот для записи 🤖',
  category_id: 201,
  payment: 'fixed',
  min: 40_000,
  max: 50_000,
  currency_id: 3,
  deadline: '2026-11-27',
  is_remote: false,
  is_urgent: true,
  skills: ['aiogram'],
}
const encodeOrder = (order: PrefilledOrder) =>
  new URLSearchParams(prefilledOrderPath(order).split('?')[1]).get('said') ?? ''

test('a link made from a message fills the form', () => {
  expect(readMessageLink(encodeOrder(prefilledOrder))).toEqual({
    name: 'message:7',
    isFromMessage: true,
    draft: {
      ...emptyOrder,
      title: 'Бот для записи',
      description: 'нужен бот для записи 🤖',
      category: '201',
      price: '50000',
      currency: '3',
      deadline: '2026-11-27',
      isRemote: false,
      isUrgent: true,
      skills: ['aiogram'],
    },
  })
  const hourlyOrder = readMessageLink(
    encodeOrder({ ...prefilledOrder, payment: 'hourly', min: 10.5, max: null }),
  )?.draft
  expect(hourlyOrder).toMatchObject({ payment: 'hourly', price: '', from: '10,5', to: '' })
})

test.each(['', 'x', '%%%', btoa('{}'), btoa('null')])('%j is not such a link', (link) => {
  expect(readMessageLink(link)).toBeNull()
})

test('the fold of the form names the terms that were changed', () => {
  expect(filledTerms(emptyOrder)).toEqual([])
  const changes = { payment: 'hourly', skills: ['Go'], region: 'Казань', price: '5', isUrgent: true } as const
  expect(filledTerms({ ...emptyOrder, ...changes, skills: ['Go'] })).toEqual([
    'create.skills',
    'create.payTitle',
    'create.region',
    'create.urgent',
  ])
})
