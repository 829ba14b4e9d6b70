import { beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '#web/features/session/use-me.ts'
import type { ProfileDraft } from './draft.ts'

const me = {
  id: 5,
  full_name: 'Алина',
  description: null,
  category_id: 201,
  years_of_experience: 3,
  country: null,
  city: 'Казань',
  currency_id: 1,
  skills: [{ skill_id: 1, skill_name: 'Figma', type: null }],
  services: [
    {
      id: 7,
      service_name: 'Аудит',
      service_description: null,
      service_price: 15_000,
      service_currency_id: 1,
      terms_id: 1,
      type: null,
      service_category_id: null,
      service_days: 5,
      service_questions: ['Ссылка'],
      service_work_ids: [21, 22],
      service_closed_until: null,
      service_takedown_reason: null,
    },
  ],
  portfolio_links: [{ link_id: 9, link_name: 'Behance', link_url: 'https://behance.net/a', link_type: null }],
  languages_info: [{ code: 'ru', level: 'native' }],
  social_links: { vk: 'https://vk.com/a' },
  user_resume_url: null,
  user_resume_file_id: 11,
  user_logo_file_id: 12,
  works: [21, 22].map((file_id) => ({ file_id, title: `Работа ${file_id}`, about: null, link: null })),
  portfolio_file: null,
} as unknown as Me

/** Stubs the browser APIs of the profile form that need a window. */
async function openForm() {
  vi.stubGlobal('window', { otklik: { launch: { initData: '' }, startedAt: 0, login: null } })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const [{ changesOf, fileChangesOf }, { draftOf }] = await Promise.all([
    import('./changes.ts'),
    import('./draft.ts'),
  ])
  return {
    draft: draftOf(me),
    changes: (draft: ProfileDraft) => changesOf(me, draft),
    fileFields: (draft: ProfileDraft) => fileChangesOf(me, draft).map(({ field }) => field),
  }
}
let form: Awaited<ReturnType<typeof openForm>>
beforeEach(async () => {
  form = await openForm()
})

test('an unchanged form sends nothing', () => {
  expect(form.changes(form.draft)).toEqual({})
  expect(form.fileFields(form.draft)).toEqual([])
})

test('a reverted change sends nothing', () => {
  const revertedFields = {
    full_name: ' Алина ',
    country: '  ',
    social_links: { ...form.draft.social_links, tiktok: ' ' },
  }
  expect(form.changes({ ...form.draft, ...revertedFields })).toEqual({})
})

test("only changed fields are sent, under the API's names; a cleared field is null", () => {
  const draft = {
    ...form.draft,
    city: '',
    years_of_experience: '',
    skills: ['UX'],
    languages: [
      { code: 'ru', level: 'c2' },
      { code: 'en', level: '' },
    ],
    social_links: { ...form.draft.social_links, vk: '', youtube: '@alina' },
  }
  expect(form.changes(draft)).toEqual({
    city: null,
    years_of_experience: null,
    skills: ['UX'],
    languages: [
      { code: 'en', level: null },
      { code: 'ru', level: 'c2' },
    ],
    social_links: { vk: null, youtube: '@alina' },
  })
})

test('a changed link keeps its id, a cleared row removes it', () => {
  const [link] = form.draft.portfolio_links
  if (!link) throw new Error('no link')
  expect(
    form.changes({ ...form.draft, portfolio_links: [{ ...link, url: 'https://behance.net/b' }] }),
  ).toEqual({
    portfolio_links: [{ link_id: 9, link_name: 'Behance', link_url: 'https://behance.net/b' }],
  })
  expect(form.changes({ ...form.draft, portfolio_links: [{ ...link, name: '', url: '' }] })).toEqual({
    portfolio_links: [],
  })
})

test('a service is edited in its place, a new one is added', () => {
  const [service] = form.draft.services
  if (!service) throw new Error('no service')
  expect(form.changes({ ...form.draft, services: [{ ...service, price: '15 000,00' }] })).toEqual({})
  const addedService = { ...service, key: 'new', id: null, price: '' }
  const changes = form.changes({ ...form.draft, services: [{ ...service, price: '20 000' }, addedService] })
  const body = {
    service_name: 'Аудит',
    service_description: null,
    service_currency_id: 1,
    terms_id: 1,
    service_category_id: null,
    service_days: 5,
    service_questions: ['Ссылка'],
    service_work_ids: [21, 22],
  }
  expect(changes).toEqual({
    services: [
      { ...body, id: 7, service_price: 20_000 },
      { ...body, service_price: null },
    ],
  })
})

test('empty questions are not sent, and a picture that leaves the portfolio leaves the service', () => {
  const [service] = form.draft.services
  if (!service) throw new Error('no service')
  const questions = ['Ссылка', ' ', '']
  expect(form.changes({ ...form.draft, services: [{ ...service, questions }] })).toEqual({})
  const works = form.draft.works.slice(1)
  expect(form.changes({ ...form.draft, works })).toMatchObject({
    works: [{ file_id: 22 }],
    services: [{ id: 7, service_work_ids: [22] }],
  })
})

test('a resume file is removed by deletion, or by the link that replaces it', () => {
  const withoutFile = { ...form.draft, resumeFile: null }
  expect([form.changes(withoutFile), form.fileFields(withoutFile)]).toEqual([{}, ['resume']])
  const withLink = { ...withoutFile, user_resume_url: 'https://a.test/cv' }
  expect([form.changes(withLink), form.fileFields(withLink)]).toEqual([
    { user_resume_url: 'https://a.test/cv' },
    [],
  ])
})

test('an uploaded file replaces the link automatically', () => {
  const resumeFile = new File(['cv'], 'cv.pdf')
  const draft = { ...form.draft, resumeFile, user_resume_url: 'https://a.test/cv' }
  expect([form.changes(draft), form.fileFields(draft)]).toEqual([{}, ['resume']])
})
