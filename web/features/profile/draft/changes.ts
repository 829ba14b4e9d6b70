import { languageLevels, type ProfileFlag, type SocialNetwork } from '#contract/options.ts'
import { forEachProfileText } from '#contract/profile-texts.ts'
import { api, type InputOf } from '#web/client/http/api.ts'
import { upload } from '#web/client/http/upload.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { draftOf, type LinkDraft, type ProfileDraft, type ServiceDraft, type WorkDraft } from './draft.ts'

type Body = NonNullable<InputOf<'PATCH /api/users/profile'>['body']>

/** Returns the changed fields of the profile as the API expects them. The result is empty if nothing has changed. */
export function changesOf(me: Me, draft: ProfileDraft): Body {
  const [before, after] = [toApiFields(draftOf(me)), toApiFields(draft)]
  const social_links = changedFields(before.social_links, after.social_links)
  return changedFields<Body>({ ...before, social_links: {} }, { ...after, social_links })
}

function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const isChanged = (name: string, value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => isChanged(name, value)),
  ) as Partial<T>
}

/** Converts the form values to API fields. */
function toApiFields(draft: ProfileDraft) {
  const { category_id, years_of_experience, currency_id, resumeFile } = draft
  return {
    full_name: draft.full_name.trim(),
    ...forEachProfileText((field) => draft[field].trim() || null),
    category_id: category_id ? Number(category_id) : null,
    years_of_experience: years_of_experience ? Number(years_of_experience) : null,
    currency_id: Number(currency_id),
    skills: draft.skills,
    services: draft.services.map((service) => serviceBody(service, draft.works)),
    portfolio_links: filledLinks(draft).map(linkBody),
    works: draft.works.map(workBody),
    // Languages are sorted by code, because the server returns them in that order.
    languages: draft.languages.map(languageBody).sort((a, b) => a.code.localeCompare(b.code)),
    social_links: Object.fromEntries(
      Object.entries(draft.social_links).map(([network, value]) => [network, value.trim() || null]),
    ) as Record<SocialNetwork, string | null>,
    // A resume file that is uploaded replaces the resume link on the server.
    ...(!(resumeFile instanceof File) && { user_resume_url: draft.user_resume_url.trim() || null }),
  } satisfies Required<Omit<Body, 'user_id' | 'user_resume_url' | 'is_seen_shown' | ProfileFlag>>
}

/** Returns the links that are not empty. */
export function filledLinks({ portfolio_links }: ProfileDraft): LinkDraft[] {
  return portfolio_links.filter(({ name, url }) => name.trim() || url.trim())
}

function linkBody({ id, name, url }: LinkDraft) {
  return { ...(id && { link_id: id }), link_name: name.trim(), link_url: url.trim() }
}

function workBody({ file_id, title, about, link }: WorkDraft) {
  return { file_id, title: title.trim(), about: about.trim() || null, link: link || null }
}

/** A picture that was taken out of the portfolio is no picture of a service either. */
function serviceBody(service: ServiceDraft, works: WorkDraft[]) {
  const { id, name, description, price, currency, term, category, days, questions } = service
  return {
    ...(id && { id }),
    service_name: name.trim(),
    service_description: description.trim() || null,
    service_price: parseAmount(price),
    service_currency_id: Number(currency),
    terms_id: term ? Number(term) : null,
    service_category_id: category ? Number(category) : null,
    service_days: days ? Number(days) : null,
    service_questions: questions.map((question) => question.trim()).filter(Boolean),
    service_work_ids: service.works.filter((file_id) => works.some((work) => work.file_id === file_id)),
  }
}

function languageBody({ code, level }: { code: string; level: string }) {
  return { code, level: languageLevels.find((known) => known === level) ?? null }
}

type OnProgress = (share: number) => void

/** An upload or deletion of a file. It is a call of its own beside the call that saves the fields. */
export type FileChange = {
  field: 'avatar' | 'resume' | 'portfolio'
  run: (onProgress: OnProgress) => Promise<unknown>
  /** Changes to the form values after a successful upload, so that the next saving does not repeat the upload. */
  draftChanges: Partial<ProfileDraft>
}

/** Returns the uploads and deletions of files that the form values require. */
export function fileChangesOf(me: Me, draft: ProfileDraft): FileChange[] {
  // On the server a link replaces the resume file, so the file need not be deleted.
  const resume_id = draft.user_resume_url.trim() ? null : me.user_resume_file_id
  return [
    ...fileChange('avatar', draft.avatar, me.user_logo_file_id, {
      send: (file) => upload('POST /api/users/edit_user_logo_url', { upload: file }),
      draftChanges: { avatar: 'kept' },
    }),
    ...fileChange('resume', draft.resumeFile, resume_id, {
      send: (file, onProgress) => upload('POST /api/users/upload_resume', { upload: file }, { onProgress }),
      draftChanges: { resumeFile: 'kept', user_resume_url: '' },
    }),
    ...fileChange('portfolio', draft.portfolioFile, me.portfolio_file?.id ?? null, {
      send: (file, onProgress) =>
        upload('POST /api/users/upload_portfolio', { upload: file }, { onProgress }),
      draftChanges: { portfolioFile: 'kept' },
    }),
  ]
}

type UploadPlan = {
  send: (file: Blob, onProgress: OnProgress) => Promise<unknown>
  draftChanges: FileChange['draftChanges']
}

function fileChange(
  field: FileChange['field'],
  fileDraft: Blob | 'kept' | null,
  id: number | null,
  { send, draftChanges }: UploadPlan,
): FileChange[] {
  if (fileDraft instanceof Blob)
    return [{ field, run: (onProgress) => send(fileDraft, onProgress), draftChanges }]
  if (fileDraft === 'kept' || id === null) return []
  return [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }), draftChanges: {} }]
}
