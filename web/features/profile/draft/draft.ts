import { type SocialNetwork, socialNetworks } from '#contract/options.ts'
import { forEachProfileText, type ProfileText } from '#contract/profile-texts.ts'
import type { Me } from '#web/features/session/use-me.ts'

export type ServiceDraft = {
  key: string
  /** Id of the service on the server. `null` until the server has stored the service. */
  id: number | null
  name: string
  description: string
  price: string
  currency: string
  term: string
  category: string
  /** Days that the work takes. */
  days: string
  /** Questions to a client; empty ones are not sent. */
  questions: string[]
  /** Pictures of the own portfolio, by the ids of their files. */
  works: number[]
}
export type LinkDraft = { key: string; id: number | null; name: string; url: string }
export type WorkDraft = { key: string; file_id: number; title: string; about: string; link: string }
export type LanguageDraft = { code: string; level: string }

/**
 * Values of the profile form, named like the API fields. An empty text stands for `null`. Files are uploaded when the
 * form is saved, each by its own call.
 */
export type ProfileDraft = Record<ProfileText, string> & {
  full_name: string
  category_id: string
  years_of_experience: string
  currency_id: string
  skills: string[]
  services: ServiceDraft[]
  portfolio_links: LinkDraft[]
  works: WorkDraft[]
  languages: LanguageDraft[]
  social_links: Record<SocialNetwork, string>
  user_resume_url: string
  /** Resume file of the profile. `kept` means that the file is unchanged. */
  resumeFile: File | 'kept' | null
  portfolioFile: File | 'kept' | null
  avatar: Blob | 'kept' | null
}

/** Props of a part of the profile form. The keys of `errors` are the names of the inputs. */
export type FormPart = {
  draft: ProfileDraft
  errors: Record<string, string>
  onChange: (part: Partial<ProfileDraft>) => void
}

const toText = (value: number | null) => (value === null ? '' : String(value))

/** Returns the form values of the stored profile. */
export function draftOf(me: Me): ProfileDraft {
  return {
    full_name: me.full_name,
    ...forEachProfileText((field) => me[field] ?? ''),
    category_id: toText(me.category_id),
    years_of_experience: toText(me.years_of_experience),
    currency_id: String(me.currency_id),
    skills: me.skills.map((skill) => skill.skill_name),
    services: me.services.map((service) => ({
      key: String(service.id),
      id: service.id,
      name: service.service_name,
      description: service.service_description ?? '',
      price: toText(service.service_price),
      currency: String(service.service_currency_id),
      term: toText(service.terms_id),
      category: toText(service.service_category_id),
      days: toText(service.service_days),
      questions: service.service_questions,
      works: service.service_work_ids,
    })),
    portfolio_links: me.portfolio_links.map(({ link_id, link_name, link_url }) => ({
      key: String(link_id),
      id: link_id,
      name: link_name,
      url: link_url,
    })),
    works: me.works.map(({ file_id, title, about, link }) => ({
      key: `kept-${file_id}`,
      file_id,
      title,
      about: about ?? '',
      link: link ?? '',
    })),
    languages: me.languages_info.map(({ code, level }) => ({ code, level: level ?? '' })),
    social_links: Object.fromEntries(
      socialNetworks.map((network) => [network, me.social_links[network] ?? '']),
    ) as Record<SocialNetwork, string>,
    user_resume_url: me.user_resume_url ?? '',
    resumeFile: me.user_resume_file_id === null ? null : 'kept',
    portfolioFile: me.portfolio_file ? 'kept' : null,
    avatar: me.user_logo_file_id === null ? null : 'kept',
  }
}
