import { api } from '#web/client/api.ts'
import { readAmount } from '#web/features/listings/money.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { Change } from './change.ts'
import { type ProfileDraft, type ServiceDraft, serviceDraft } from './draft.ts'

const folded = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** What is taken away goes first: the lists have bounds. */
export function skillChanges(me: Me, { skills }: ProfileDraft): Change[] {
  const wanted = new Set(skills.map(folded))
  const known = new Set(me.skills.map((skill) => folded(skill.skill_name)))
  const field = 'skills'
  const gone = me.skills.filter((skill) => !wanted.has(folded(skill.skill_name)))
  const fresh = skills.filter((name) => !known.has(folded(name)))
  return [
    ...gone.map(({ skill_id }) => ({
      field,
      run: () => api('DELETE /api/users/dell_user_skill/:id', { params: { id: me.id }, query: { skill_id } }),
    })),
    ...fresh.map((skill_name) => ({
      field,
      run: () => api('POST /api/users/add_user_skill', { body: { skill_name } }),
    })),
  ]
}

/** A link has no edit: a changed one is a new one in place of the old. */
export function linkChanges(me: Me, { links }: ProfileDraft): Change[] {
  const written = links.filter(({ name, url }) => name.trim() || url.trim())
  const isSame = (link: Me['portfolio_links'][number], { name, url }: { name: string; url: string }) =>
    link.link_name === name.trim() && link.link_url === url.trim()
  const gone = me.portfolio_links.filter((link) => !written.some((draft) => isSame(link, draft)))
  const fresh = written.filter((draft) => !me.portfolio_links.some((link) => isSame(link, draft)))
  return [
    ...gone.map(({ link_id }) => ({
      field: 'links',
      run: () =>
        api('DELETE /api/users/dell_user_portfolio_link/:id', { params: { id: me.id }, query: { link_id } }),
    })),
    ...fresh.map(({ key, name, url }): Change => {
      const body = { link_name: name.trim(), link_url: url.trim() }
      const run: Change['run'] = async (settle) => {
        const { link_url } = await api('POST /api/users/add_user_portfolio_link', { body })
        // as the server spells it, so that it counts as saved
        settle((draft) => ({
          links: draft.links.map((link) => (link.key === key ? { ...link, url: link_url } : link)),
        }))
      }
      return { field: `link-${key}`, run }
    }),
  ]
}

function bodyOf({ name, description, price, currency, term }: ServiceDraft) {
  return {
    service_name: name.trim(),
    service_description: description.trim() || null,
    service_price: readAmount(price),
    service_currency_id: Number(currency),
    terms_id: term ? Number(term) : null,
  }
}

export function serviceChanges(me: Me, { services }: ProfileDraft): Change[] {
  const field = 'services'
  const kept = new Set(services.map(({ id }) => id))
  const isChanged = (service: ServiceDraft) => {
    const before = me.services.find(({ id }) => id === service.id)
    return before && JSON.stringify(bodyOf(service)) !== JSON.stringify(bodyOf(serviceDraft(before)))
  }
  return [
    ...me.services
      .filter(({ id }) => !kept.has(id))
      .map(({ id }) => ({
        field,
        run: () =>
          api('DELETE /api/users/dell_user_service/:id', {
            params: { id: me.id },
            query: { service_id: id },
          }),
      })),
    ...services.filter(isChanged).map((service) => ({
      field,
      run: () =>
        api('POST /api/users/edit_user_service', { body: { ...bodyOf(service), id: service.id ?? 0 } }),
    })),
    ...services
      .filter(({ id }) => id === null)
      .map((service): Change => {
        const run: Change['run'] = async (settle) => {
          const { id } = await api('POST /api/users/add_user_service', { body: bodyOf(service) })
          settle((draft) => ({
            services: draft.services.map((other) => (other.key === service.key ? { ...other, id } : other)),
          }))
        }
        return { field, run }
      }),
  ]
}
