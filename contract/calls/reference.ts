import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Id, text } from './fields.ts'
import { Category, CategoryTree, Currency, Done, Terms } from './shapes.ts'

export const referenceCalls = defineCalls({
  'GET /api/app/get_currencies': { access: 'anyone', reply: z.array(Currency) },
  'GET /api/all_terms': { access: 'anyone', reply: z.array(Terms) },
  'GET /api/all_categories': { access: 'anyone', reply: z.array(Category) },
  'GET /api/all_categories/tree': { access: 'anyone', reply: z.array(CategoryTree) },
  'GET /api/user_spec_list': { access: 'anyone', reply: z.array(Category) },
  'GET /api/app/telegram_link': {
    access: 'anyone',
    reply: z.object({ url: z.string(), bot_username: z.string() }),
    added: 'outside Telegram the page must say where the product lives',
  },
  'POST /api/app/view': {
    access: 'user',
    body: z.object({ entity_type: z.enum(['project', 'vacancy']), entity_id: Id }),
    reply: Done,
    errors: ['not_found'],
    added: 'the path of the view count is not shown (#75)',
  },
  'POST /api/app/client_error': {
    access: 'anyone',
    body: z.object({
      message: text(0, 1000),
      stack: text(0, 4000).optional(),
      page: text(0, 200).optional(),
    }),
    reply: Done,
    added: 'script errors reach the operators without a bot token in the browser (#160)',
  },
  'GET /health/live': {
    access: 'anyone',
    reply: z.object({ status: z.literal('ok') }),
    added: 'tells a supervisor that the process answers',
  },
  'GET /health/ready': {
    access: 'anyone',
    reply: z.object({ status: z.enum(['ok', 'degraded']), postgres: z.boolean(), redis: z.boolean() }),
    errors: ['unavailable'],
    added: 'tells a balancer whether to send requests here',
  },
})
