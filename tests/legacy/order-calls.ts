import { expect } from 'vitest'
import { editSteps, itemSteps, listStep, responseSteps } from './item-calls.ts'
import { picture } from './picture.ts'
import type { Step, World } from './step.ts'

const year = new Date().getFullYear() + 1
const order = {
  title: 'Сайт кофейни',
  subtitle: 'Нужен сайт с меню, картой и формой брони столика.',
  category_id: 101,
  currency_id: 1,
  price: 25000,
  format: 'project',
  payment_format: 'fixed',
  language: 'ru',
  region: 'Казань',
  placement_period: 30,
}
const edits: [name: string, value: unknown, shows: Record<string, unknown>][] = [
  ['title', 'Сайт кофейни у моря', { title: 'Сайт кофейни у моря' }],
  [
    'description',
    'Меню, карта, бронь и доставка по городу.',
    { subtitle: 'Меню, карта, бронь и доставка по городу.' },
  ],
  ['format', 'part_time', { format: 'part_time' }],
  ['price', 30000, { price: 30000 }],
  ['deadline', `${year}-03-01`, { deadline: expect.stringMatching(`^${year}-03-01T20:59:59`) }],
  ['min_stake', 500, { min_stake: 500 }],
  ['max_stake', 900, { max_stake: 900 }],
  ['category_id', 102, { category_id: 102 }],
  ['category_id', 101, { category_id: 101 }],
  ['payment_format', 'hourly', { payment_format: 'hourly' }],
  ['required_experience', 'y1_3', { required_experience: 'y1_3' }],
  ['region', 'Сочи', { region: 'Сочи' }],
  ['language', 'en', { language: 'en' }],
]
const places = { id: 'project_id', author: 'client_id', item: 'order' }
const orderEditSteps = editSteps('POST /api/projects/edit_project_', places, '/api/projects')

function createStep(name: string, title = order.title): Step {
  return {
    call: 'POST /api/projects/create',
    as: 'anna',
    body: (world) => ({
      project_add: { ...order, title, client_id: world.anna },
      tags: ['сайт', 'кофе'],
      file_ids: [world.file],
      deadline: `01.02.${year}`,
    }),
    answer: {
      ...order,
      title,
      id: expect.any(Number),
      deadline: `${year}-02-01T20:59:59Z`,
      tags: ['сайт', 'кофе'],
      status: 'draft',
      is_paid: false,
      is_published: false,
    },
    keep: { [name]: 'id' },
    effect: {
      read: (world) => `/api/projects/${world[name]}/full_info`,
      expected: { title, price: 25000 },
    },
  }
}

const upload: Step = {
  call: 'POST /api/files/upload',
  as: 'anna',
  file: () => picture('plan.png'),
  answer: { id: expect.any(Number), file_url: expect.stringContaining('/files/'), file_format: 'png' },
  keep: { file: 'id' },
}

export const orderSteps: Step[] = [
  upload,
  createStep('order'),
  upload,
  {
    call: 'PUT /api/files/assign-project',
    as: 'anna',
    body: (world) => ({ id: world.file, user_id: world.anna, project_id: world.order }),
    answer: { file_format: 'png' },
    effect: {
      read: (world) => `/api/projects/${world.order}/files`,
      expected: [{ file_format: 'png' }, { file_format: 'png' }],
    },
  },
  {
    call: 'DELETE /api/files/delete',
    as: 'anna',
    body: (world) => ({ id: world.file, user_id: world.anna }),
    answer: { ok: true },
    effect: { read: (world) => `/api/projects/${world.order}/files`, expected: [{ file_format: 'png' }] },
  },
  ...edits.map(orderEditSteps),
  {
    call: 'GET /pay/publication-status/{userId}',
    as: 'anna',
    id: (world) => world.anna,
    answer: {
      button_text: expect.stringContaining('2'),
      deep_links: {
        project_template: expect.stringMatching(/^https:\/\/t\.me\/.*\{ID\}$/),
        vacancy_template: expect.stringMatching(/^https:\/\/t\.me\/.*\{ID\}$/),
      },
    },
  },
  {
    call: 'POST /pay/generate-payment-robokassa',
    as: 'anna',
    body: (world) => ({
      author_id: world.anna,
      amount: 2500,
      description: 'Размещение заказа',
      payment_method: 'Робокасса',
      currency: 'RUB',
      project_id: world.order,
      payment_type: 'project',
    }),
    answer: { payment_url: expect.stringMatching(/^http/), amount: 2500, currency: 'RUB' },
    keep: { invoice: 'invoice_id' },
    meanwhile: 'publication of order',
  },
  listStep('POST /api/projects', 'order'),
  {
    call: 'POST /api/users/freelancer_jobs',
    as: 'boris',
    body: (world) => ({ user_id: world.boris, limit: 20, offset: 0 }),
    answer: (world: World) => ({
      user_category_name: expect.any(String),
      projects: [{ id: world.order }],
      vacancies: [],
    }),
  },
  ...itemSteps('/api/projects', 'order', {
    title: 'Сайт кофейни у моря',
    price: 30000,
    tags: ['сайт', 'кофе'],
  }),
  orderEditSteps(['is_published', false, { is_published: false }]),
  orderEditSteps(['is_published', true, { is_published: true }]),
  ...responseSteps(
    '/api/projects',
    'order',
    (world) => ({
      response: {
        project_id: world.order,
        author_id: world.anna,
        response_text: 'Сделаю за неделю.',
        price: 20000,
        currency: 'TON',
        response_type: 200,
      },
      file_ids: [],
    }),
    { price: 20000, currency: { code: 'TON' }, place: 1 },
  ),
]

/** Steps that delete an order. Old clients send a body with a DELETE request. */
export const orderRemoval: Step[] = [
  upload,
  createStep('draft', 'Сайт пекарни'),
  {
    call: 'DELETE /api/projects/delete',
    as: 'anna',
    body: (world) => ({ project_id: world.draft, client_id: world.anna }),
    answer: { ok: true },
    effect: { read: (world) => `/api/projects/${world.draft}/full_info`, expected: { code: 'removed' } },
  },
]
