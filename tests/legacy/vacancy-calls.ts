import { expect } from 'vitest'
import { editSteps, itemSteps, listStep, responseSteps } from './item-calls.ts'
import { picture } from './picture.ts'
import type { Step } from './step.ts'

const vacancy = {
  title: 'Верстальщик в студию',
  description: 'Ищем верстальщика: два проекта в месяц.',
  category_id: 101,
  currency_id: 1,
  hourly_rate: 1500,
  work_format: 'hourly',
  schedule: 'full_day',
  location: 'Казань',
}
/** For each field: its name in the path, a value, and the fields of the answer that show the value. */
const edits: [name: string, value: unknown, shows: Record<string, unknown>][] = [
  ['title', 'Верстальщик писем', { title: 'Верстальщик писем' }],
  [
    'description',
    'Ищем верстальщика писем и страниц.',
    { description: 'Ищем верстальщика писем и страниц.' },
  ],
  ['work_format', 'fixed', { work_format: 'fixed' }],
  ['location', 'Сочи', { location: 'Сочи' }],
  ['schedule', 'part_time', { schedule: 'part_time' }],
  ['experience', 'y3_6', { experience: 'y3_6' }],
  ['hourly_rate', 1800, { hourly_rate: 1800 }],
  ['responsibilities', 'Верстать', { responsibilities: 'Верстать' }],
  ['requirements', 'Уметь верстать', { requirements: 'Уметь верстать' }],
  ['additional_info', 'Есть кофе', { additional_info: 'Есть кофе' }],
  ['conditions', 'Удалённо', { conditions: 'Удалённо' }],
  ['important_info', 'Срочно', { important_info: 'Срочно' }],
  ['response_price', 100, { response_price: 100 }],
  ['mandatory_tasks', 'Тестовое письмо', { mandatory_tasks: 'Тестовое письмо' }],
  ['work_conditions', 'Гибкий день', { work_conditions: 'Гибкий день' }],
  ['nice_to_have', 'Знать MJML', { nice_to_have: 'Знать MJML' }],
]
const prefix = 'POST /api/vacancy/edit_vacancy_'
const vacancyEditSteps = editSteps(
  prefix,
  { id: 'vacancy_id', author: 'author_id', item: 'vacancy' },
  '/api/vacancy',
)

/** Step that edits a field by the call `nice_to_have`, which the specification uses for three fields. */
function sharedEditStep(fields: Record<string, unknown>, shows = fields): Step {
  return {
    call: `${prefix}nice_to_have`,
    as: 'anna',
    body: (world) => ({ vacancy_id: world.vacancy, ...fields, author_id: world.anna }),
    answer: { ...shows, nice_to_have: 'Знать MJML' },
    effect: {
      read: (world) => `/api/vacancy/${world.vacancy}/full_info`,
      expected: { ...shows, nice_to_have: 'Знать MJML' },
    },
  }
}

function createStep(name: string, title = vacancy.title): Step {
  return {
    call: 'POST /api/vacancy/create',
    as: 'anna',
    body: (world) => ({
      vacancy: { ...vacancy, title, author_id: world.anna },
      tags: ['письма'],
      file_ids: [world.file],
    }),
    answer: { ...vacancy, title, id: expect.any(Number), vacancies_id: expect.any(Number), tags: ['письма'] },
    keep: { [name]: 'id' },
    effect: {
      read: (world) => `/api/vacancy/${world[name]}/full_info`,
      expected: { title, hourly_rate: 1500, status: 'draft', vacancy_tags: ['письма'] },
    },
  }
}

const upload: Step = {
  call: 'POST /api/files/upload',
  as: 'anna',
  file: () => picture('office.png'),
  answer: { id: expect.any(Number) },
  keep: { file: 'id' },
}

export const vacancySteps: Step[] = [
  upload,
  createStep('vacancy'),
  ...edits.map(vacancyEditSteps),
  sharedEditStep({ important_notes: 'Пишите в чат' }),
  {
    call: 'POST /pay/generate-payment-robokassa',
    as: 'anna',
    body: (world) => ({
      author_id: world.anna,
      amount: 2500,
      description: 'Размещение вакансии',
      payment_method: 'Робокасса',
      currency: 'RUB',
      vacancy_id: world.vacancy,
      payment_type: 'vacancy',
    }),
    answer: { payment_url: expect.stringMatching(/^http/), amount: 2500 },
    keep: { invoice: 'invoice_id' },
    meanwhile: 'publication of vacancy',
  },
  listStep('POST /api/vacancy', 'vacancy'),
  ...itemSteps('/api/vacancy', 'vacancy', {
    title: 'Верстальщик писем',
    hourly_rate: 1800,
    tags: ['письма'],
  }),
  sharedEditStep({ is_published: false }),
  sharedEditStep({ is_published: true }),
  ...responseSteps(
    '/api/vacancy',
    'vacancy',
    (world) => ({
      vacancy_id: world.vacancy,
      author_id: world.anna,
      response_text: 'Сделаю за неделю.',
      with_resume: true,
      response_type: 200,
    }),
    { with_resume: true, response_type: 200 },
  ),
]

export const vacancyRemoval: Step[] = [
  upload,
  createStep('vacancy_draft', 'Наборщик текстов'),
  {
    call: 'DELETE /api/vacancy/{id}',
    as: 'anna',
    id: (world) => world.vacancy_draft as number,
    query: (world) => ({ author_id: world.anna }),
    answer: { ok: true },
    effect: {
      read: (world) => `/api/vacancy/${world.vacancy_draft}/full_info`,
      expected: { code: 'removed' },
    },
  },
]
