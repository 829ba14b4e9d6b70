import type { Person } from '#tests/support/people/people.ts'
import type { Principal } from './people.ts'

/** Unique marks (canaries) inside private texts: an answer that shows one to the wrong viewer is a leak. */

type Owner = Pick<Person, 'id'>

/** Appends the owner's mark, so that one search finds all of the owner's texts. */
export const markOf = ({ id }: Owner) => `zq${id}qz`
export const canary = (owner: Owner, label: string) => `${label}${markOf(owner)}`

/** A phone number that is unique to this person. */
export function phoneOf({ id }: Owner, label: 'phone' | 'whatsapp'): string {
  return `+79${label === 'phone' ? 55 : 44}${String(id).padStart(7, '0')}`
}

/** Every form in which a person's private columns could appear in a text. */
export function privateTextsOf(person: Pick<Person, 'id' | 'account'>): string[] {
  const { id, username = '' } = person.account
  const phones = [phoneOf(person, 'phone'), phoneOf(person, 'whatsapp')].map((phone) => phone.slice(1))
  return [markOf(person), String(id), username, ...phones].filter(Boolean)
}

/**
 * Texts of a person that a viewer must never see. The other side of a deal sees contacts and the messages of their
 * chat. Moderators see complaints, refusals and responses. Admins see contacts of everybody.
 */
export function foreignCanaries(viewer: Principal, person: Pick<Person, 'id' | 'account'>): string[] {
  const canaries = (...label: string[]) => label.map((one) => canary(person, one))
  const { id, username = '' } = person.account
  const digits = (label: 'phone' | 'whatsapp') => phoneOf(person, label).slice(1)
  switch (viewer) {
    case 'nobody':
    case 'blocked':
    case 'unverified':
    case 'stranger':
      return privateTextsOf(person)
    case 'counterpart':
      return [...canaries('search', 'report', 'review', 'rejection', 'file'), String(id), digits('phone')]
    case 'moderator':
      return [
        ...canaries('chat_message', 'search', 'review', 'file', 'resume', 'handle'),
        ...[String(id), username, digits('phone'), digits('whatsapp')],
      ]
    case 'admin':
      return [...canaries('chat_message', 'search', 'review', 'file'), digits('phone')]
    default:
      return []
  }
}
