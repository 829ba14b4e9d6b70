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
    },
  ],
  portfolio_links: [{ link_id: 9, link_name: 'Behance', link_url: 'https://behance.net/a', link_type: null }],
  languages_info: [{ code: 'ru', level: 'native' }],
  social_links: { vk: 'https://vk.com/a' },
  user_resume_url: null,
  user_resume_file_id: 11,
  user_logo_file_id: 12,
  portfolio_file: null,
} as unknown as Me

/** The browser's part of the form, which needs a window. */
async function openForm() {
  vi.stubGlobal('window', { otklik: { launch: { initData: '' }, startedAt: 0, login: null } })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const [{ changesOf }, { draftOf }] = await Promise.all([import('./changes.ts'), import('./draft.ts')])
  return {
    draft: draftOf(me),
    fields: (draft: ProfileDraft) => changesOf(me, draft).map(({ field }) => field),
  }
}
let form: Awaited<ReturnType<typeof openForm>>
beforeEach(async () => {
  form = await openForm()
})

test('an untouched form has nothing to send', () => expect(form.fields(form.draft)).toEqual([]))

test('what is typed and taken back has nothing to send either', () =>
  expect(form.fields({ ...form.draft, full_name: ' Алина ', skills: ['figma'] })).toEqual([]))

test('only what is different is sent, a call each', () => {
  const draft = { ...form.draft, city: '', skills: ['UX'], languages: [{ code: 'ru', level: 'c2' }] }
  expect(form.fields(draft)).toEqual(['city', 'skills', 'skills', 'languages'])
})

test('a changed link replaces the old one, an emptied row takes it away', () => {
  const [link] = form.draft.links
  if (!link) throw new Error('no link')
  expect(form.fields({ ...form.draft, links: [{ ...link, url: 'https://behance.net/b' }] })).toEqual([
    'links',
    `link-${link.key}`,
  ])
  expect(form.fields({ ...form.draft, links: [{ ...link, name: '', url: '' }] })).toEqual(['links'])
})

test('a service is edited in its place, a new one is added', () => {
  const [service] = form.draft.services
  if (!service) throw new Error('no service')
  expect(form.fields({ ...form.draft, services: [{ ...service, price: '15 000,00' }] })).toEqual([])
  expect(form.fields({ ...form.draft, services: [{ ...service, price: '20 000' }] })).toEqual(['services'])
  const added = { ...service, key: 'new', id: null }
  expect(form.fields({ ...form.draft, services: [service, added] })).toEqual(['services'])
})

test('a resume is taken away once: by its file, or by the link that replaces it', () => {
  expect(form.fields({ ...form.draft, resumeFile: null })).toEqual(['resume'])
  expect(form.fields({ ...form.draft, resumeFile: null, resumeLink: 'https://a.test/cv' })).toEqual([
    'resume',
  ])
})
