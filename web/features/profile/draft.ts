import { type SocialNetwork, socialNetworks } from '#contract/options.ts'
import type { Me } from '#web/features/session/use-me.ts'

export type ServiceDraft = {
  key: string
  /** Null until the server knows it. */
  id: number | null
  name: string
  description: string
  price: string
  currency: string
  term: string
}
export type LinkDraft = { key: string; name: string; url: string }
export type LanguageDraft = { code: string; level: string }

/** Everything the form holds until it is saved. Empty text is nothing; files are sent only then. */
export type ProfileDraft = {
  full_name: string
  description: string
  category: string
  years: string
  country: string
  city: string
  currency: string
  skills: string[]
  services: ServiceDraft[]
  links: LinkDraft[]
  languages: LanguageDraft[]
  social: Record<SocialNetwork, string>
  resumeLink: string
  /** `kept`: what is in the profile stays. */
  resumeFile: File | 'kept' | null
  portfolioFile: File | 'kept' | null
  avatar: Blob | 'kept' | null
}

const asText = (value: number | null) => (value === null ? '' : String(value))

/** The form as the profile is. */
export function draftOf(me: Me): ProfileDraft {
  return {
    full_name: me.full_name,
    description: me.description ?? '',
    category: asText(me.category_id),
    years: asText(me.years_of_experience),
    country: me.country ?? '',
    city: me.city ?? '',
    currency: String(me.currency_id),
    skills: me.skills.map((skill) => skill.skill_name),
    services: me.services.map(serviceDraft),
    links: me.portfolio_links.map(({ link_id, link_name, link_url }) => ({
      key: String(link_id),
      name: link_name,
      url: link_url,
    })),
    languages: me.languages_info.map(({ code, level }) => ({ code, level: level ?? '' })),
    social: Object.fromEntries(
      socialNetworks.map((network) => [network, me.social_links[network] ?? '']),
    ) as Record<SocialNetwork, string>,
    resumeLink: me.user_resume_url ?? '',
    resumeFile: me.user_resume_file_id === null ? null : 'kept',
    portfolioFile: me.portfolio_file ? 'kept' : null,
    avatar: me.user_logo_file_id === null ? null : 'kept',
  }
}

export function serviceDraft(service: Me['services'][number]): ServiceDraft {
  return {
    key: String(service.id),
    id: service.id,
    name: service.service_name,
    description: service.service_description ?? '',
    price: asText(service.service_price),
    currency: String(service.service_currency_id),
    term: asText(service.terms_id),
  }
}
