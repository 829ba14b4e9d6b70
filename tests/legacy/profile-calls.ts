import { expect } from 'vitest'
import { picture } from './picture.ts'
import type { Effect, Fields, Step, World } from './step.ts'

const boris = (world: World) => world.boris
const withOwnId = (fields: (world: World) => Fields) => (world: World) => ({
  user_id: world.boris,
  ...fields(world),
})

/** Checks the effect of a step by reading Boris's profile again. */
function profileEffect(shows: unknown): Effect {
  return { read: (world) => `/api/users/full_user_info?user_id=${world.boris}`, expected: shows }
}
const userEffect = (shows: Fields) => profileEffect({ user: shows })

function flagStep(name: string, value: boolean, parameter = name): Step {
  const answer = { [name]: value }
  return {
    call: `POST /api/users/edit_user_${name}`,
    as: 'boris',
    query: withOwnId(() => ({ [parameter]: value })),
    answer,
    effect: userEffect(answer),
  }
}

const skill = { skill_id: expect.any(Number), skill_name: 'Figma', type: null }
const link = { link_id: expect.any(Number), link_name: 'Работы', link_url: 'https://example.org/works' }
const service = {
  service_name: 'Макет страницы',
  service_description: 'За три дня',
  service_price: 2500,
  service_currency_id: 1,
  terms_id: 1,
}

/** Steps that fill in a profile, read it and empty it. */
export const profileSteps: Step[] = [
  {
    call: 'POST /api/users/edit_user_name/{id}',
    as: 'boris',
    id: boris,
    body: () => ({ full_name: 'Борис Макетов' }),
    answer: { full_name: 'Борис Макетов' },
    effect: userEffect({ full_name: 'Борис Макетов' }),
  },
  {
    call: 'POST /api/users/edit_user_description/{id}',
    as: 'boris',
    id: boris,
    body: () => ({ description: 'Рисую и верстаю.' }),
    answer: { description: 'Рисую и верстаю.' },
    effect: userEffect({ description: 'Рисую и верстаю.' }),
  },
  {
    call: 'POST /api/users/edit_user_resume_url/{id}',
    as: 'boris',
    id: boris,
    body: () => ({ user_resume_url: 'https://example.org/cv' }),
    answer: { user_resume_url: 'https://example.org/cv' },
    effect: userEffect({ user_resume_url: 'https://example.org/cv' }),
  },
  {
    call: 'POST /api/users/upload_portfolio',
    as: 'boris',
    file: () => picture('works.png'),
    answer: { id: expect.any(Number), file_url: expect.stringContaining('/files/'), file_format: 'png' },
    effect: profileEffect({
      portfolio_file: { format_file: 'png', resume_file: expect.stringContaining('/files/') },
    }),
  },
  {
    call: 'POST /api/users/edit_user_logo_url',
    as: 'boris',
    query: withOwnId(() => ({})),
    file: () => picture('me.png'),
    answer: { logo_url: expect.stringContaining('/files/') },
    effect: userEffect({ logo_url: expect.stringContaining('/files/') }),
  },
  {
    call: 'POST /api/users/add_user_skill',
    as: 'boris',
    body: withOwnId(() => ({ skill_name: 'Figma' })),
    answer: skill,
    keep: { skill: 'skill_id' },
    effect: profileEffect({ skills: [skill] }),
  },
  {
    call: 'DELETE /api/users/dell_user_skill/{id}',
    as: 'boris',
    id: boris,
    query: (world) => ({ skill_id: world.skill }),
    answer: { skills: [] },
    effect: profileEffect({ skills: [] }),
  },
  {
    call: 'GET /api/users/user_spec_list',
    as: 'boris',
    answer: expect.arrayContaining([expect.objectContaining({ id: 101, name: expect.any(String) })]),
  },
  {
    call: 'POST /api/users/change_user_spec/{id}',
    as: 'boris',
    id: boris,
    query: () => ({ category_id: 101 }),
    answer: { category_id: 101, user_spec: { id: 101 } },
    effect: profileEffect({ user: { category_id: 101 }, user_spec: { id: 101 } }),
  },
  {
    call: 'POST /api/users/change_user_age_exp/{id}',
    as: 'boris',
    id: boris,
    query: () => ({ years_of_experience: 4 }),
    answer: { years_of_experience: 4 },
    effect: userEffect({ years_of_experience: 4 }),
  },
  {
    call: 'POST /api/users/edit_user_social_links',
    as: 'boris',
    query: withOwnId(() => ({})),
    body: () => ({ instagram: 'boris.draws', vk: 'https://vk.com/boris', tiktok: '' }),
    answer: { social_links: { vk: 'https://vk.com/boris' } },
    effect: profileEffect({
      social_links: {
        instagram: 'https://instagram.com/boris.draws',
        vk: 'https://vk.com/boris',
        tiktok: null,
      },
    }),
  },
  {
    call: 'POST /api/users/add_user_portfolio_link',
    as: 'boris',
    body: withOwnId(() => ({ link_name: link.link_name, link_url: link.link_url })),
    answer: link,
    keep: { link: 'link_id' },
    effect: profileEffect({ portfolio_links: [link] }),
  },
  {
    call: 'DELETE /api/users/dell_user_portfolio_link/{id}',
    as: 'boris',
    id: boris,
    query: (world) => ({ link_id: world.link }),
    answer: { portfolio_links: [] },
    effect: profileEffect({ portfolio_links: [] }),
  },
  {
    call: 'POST /api/users/add_user_service',
    as: 'boris',
    body: withOwnId(() => service),
    answer: { id: expect.any(Number), ...service, type: null },
    keep: { service: 'id' },
  },
  {
    call: 'GET /api/users/user_service_list/{id}',
    as: 'boris',
    id: boris,
    answer: (world: World) => [{ id: world.service, ...service }],
  },
  {
    call: 'DELETE /api/users/dell_user_service/{id}',
    as: 'boris',
    id: boris,
    query: (world) => ({ service_id: world.service }),
    answer: { services: [] },
    effect: { read: (world) => `/api/users/user_service_list/${world.boris}`, expected: [] },
  },
  {
    call: 'POST /api/users/edit_user_country',
    as: 'boris',
    query: withOwnId(() => ({ country: 'Казахстан' })),
    answer: { country: 'Казахстан' },
    effect: userEffect({ country: 'Казахстан' }),
  },
  {
    call: 'POST /api/users/edit_user_currency',
    as: 'boris',
    query: withOwnId(() => ({ currency_id: 2 })),
    answer: { currency_id: 2, currency: { code: 'TON' } },
    effect: userEffect({ currency_id: 2 }),
  },
  flagStep('is_free', false),
  flagStep('is_free', true),
  flagStep('is_only_remote', true),
  flagStep('is_only_remote', false),
  flagStep('is_price_conversion', false),
  flagStep('is_price_conversion', true),
  flagStep('is_notify_new_order', false),
  flagStep('is_notify_new_messages', false),
  flagStep('is_notify_hot_orders', false, 'is_notify_hot_oders'),
  flagStep('is_notify_hot_orders', true, 'is_notify_hot_oders'),
]
