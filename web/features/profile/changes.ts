import { languageLevels } from '#contract/options.ts'
import { api } from '#web/client/api.ts'
import { upload } from '#web/client/upload.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { Change } from './change.ts'
import type { ProfileDraft } from './draft.ts'
import { linkChanges, serviceChanges, skillChanges } from './entry-changes.ts'

/** The calls that make the profile what the form says: none for what is as it was. */
export function changesOf(me: Me, draft: ProfileDraft): Change[] {
  return [
    ...avatarChange(me, draft),
    ...fieldChanges(me, draft),
    ...skillChanges(me, draft),
    ...serviceChanges(me, draft),
    ...linkChanges(me, draft),
    ...languageChange(me, draft),
    ...socialChange(me, draft),
    ...resumeChange(me, draft),
    ...portfolioChange(me, draft),
  ]
}

function avatarChange(me: Me, { avatar }: ProfileDraft): Change[] {
  const field = 'avatar'
  const id = me.user_logo_file_id
  if (avatar === null && id !== null)
    return [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }) }]
  if (!(avatar instanceof Blob)) return []
  const run: Change['run'] = async (settle) => {
    await upload('POST /api/users/edit_user_logo_url', { upload: avatar })
    settle(() => ({ avatar: 'kept' }))
  }
  return [{ field, run }]
}

function fieldChanges(me: Me, draft: ProfileDraft): Change[] {
  const params = { id: me.id }
  const full_name = draft.full_name.trim()
  const description = draft.description.trim()
  const [country, city] = [draft.country.trim(), draft.city.trim()]
  const [category_id, years] = [Number(draft.category), Number(draft.years)]
  const currency_id = Number(draft.currency)
  const candidates: [isChanged: boolean, Change][] = [
    [
      full_name !== me.full_name,
      {
        field: 'full_name',
        run: () => api('POST /api/users/edit_user_name/:id', { params, body: { full_name } }),
      },
    ],
    [
      description !== (me.description ?? ''),
      {
        field: 'description',
        run: () => api('POST /api/users/edit_user_description/:id', { params, body: { description } }),
      },
    ],
    [
      draft.category !== '' && category_id !== me.category_id,
      {
        field: 'category',
        run: () => api('POST /api/users/change_user_spec/:id', { params, query: { category_id } }),
      },
    ],
    [
      draft.years !== '' && years !== me.years_of_experience,
      {
        field: 'years',
        run: () =>
          api('POST /api/users/change_user_age_exp/:id', { params, query: { years_of_experience: years } }),
      },
    ],
    [
      country !== (me.country ?? ''),
      { field: 'country', run: () => api('POST /api/users/edit_user_country', { query: { country } }) },
    ],
    [
      city !== (me.city ?? ''),
      { field: 'city', run: () => api('POST /api/users/edit_user_city', { query: { city } }) },
    ],
    [
      currency_id !== me.currency_id,
      { field: 'currency', run: () => api('POST /api/users/edit_user_currency', { query: { currency_id } }) },
    ],
  ]
  return candidates.filter(([isChanged]) => isChanged).map(([, change]) => change)
}

function languageChange(me: Me, { languages }: ProfileDraft): Change[] {
  const spoken = (list: { code: string; level: string | null }[]) =>
    JSON.stringify(list.map(({ code, level }) => [code, level || null]).sort())
  if (spoken(me.languages_info) === spoken(languages)) return []
  const body = {
    languages: languages.map(({ code, level }) => ({
      code,
      level: languageLevels.find((known) => known === level) ?? null,
    })),
  }
  return [{ field: 'languages', run: () => api('POST /api/users/edit_user_languages', { body }) }]
}

function socialChange(me: Me, { social }: ProfileDraft): Change[] {
  const changed = Object.entries(social).filter(
    ([network, value]) => value.trim() !== (me.social_links[network as keyof typeof social] ?? ''),
  )
  if (changed.length === 0) return []
  const body = Object.fromEntries(changed.map(([network, value]) => [network, value.trim() || null]))
  return [{ field: 'social', run: () => api('POST /api/users/edit_user_social_links', { body }) }]
}

function resumeChange(me: Me, { resumeFile, resumeLink }: ProfileDraft): Change[] {
  const field = 'resume'
  if (resumeFile instanceof File) {
    const run: Change['run'] = async (settle, onProgress) => {
      await upload('POST /api/users/upload_resume', { upload: resumeFile }, { onProgress })
      settle(() => ({ resumeFile: 'kept', resumeLink: '' }))
    }
    return [{ field, run }]
  }
  const id = me.user_resume_file_id
  const user_resume_url = resumeLink.trim()
  return [
    ...(resumeFile === null && id !== null && user_resume_url === ''
      ? [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }) }]
      : []),
    ...(resumeFile === null && user_resume_url !== (me.user_resume_url ?? '')
      ? [
          {
            field,
            run: () =>
              api('POST /api/users/edit_user_resume_url/:id', {
                params: { id: me.id },
                body: { user_resume_url },
              }),
          },
        ]
      : []),
  ]
}

function portfolioChange(me: Me, { portfolioFile }: ProfileDraft): Change[] {
  const field = 'portfolio'
  const id = me.portfolio_file?.id
  if (portfolioFile instanceof File) {
    const run: Change['run'] = async (settle, onProgress) => {
      await upload('POST /api/users/upload_portfolio', { upload: portfolioFile }, { onProgress })
      settle(() => ({ portfolioFile: 'kept' }))
    }
    return [{ field, run }]
  }
  return portfolioFile === null && id !== undefined
    ? [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }) }]
    : []
}
