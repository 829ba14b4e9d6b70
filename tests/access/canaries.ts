import type { Person } from '#tests/support/people/people.ts'
import type { Principal } from './people.ts'

/**
 * Unique marks (canaries) inside private texts. If an answer shows a mark to the wrong viewer, private data have
 * leaked.
 */

type Owner = Pick<Person, 'id'>

/** Appends the owner's mark to a text. One search for the mark finds all texts of the owner. */
export const markOf = ({ id }: Owner) => `zq${id}qz`
export const canary = (owner: Owner, label: string) => `${label}${markOf(owner)}`

/** Returns a phone number that is unique to the person. */
export function phoneOf({ id }: Owner, label: 'phone' | 'whatsapp'): string {
  return `+79${label === 'phone' ? 55 : 44}${String(id).padStart(7, '0')}`
}

/** All forms in which a person's private data could appear in a text. */
export function privateTextsOf(person: Pick<Person, 'id' | 'account'>): string[] {
  const { id, username = '' } = person.account
  const phones = [phoneOf(person, 'phone'), phoneOf(person, 'whatsapp')].map((phone) => phone.slice(1))
  return [markOf(person), String(id), username, ...phones].filter(Boolean)
}

/**
 * Texts of a person that the viewer must never see. The other side of a deal may see contacts and the messages of the
 * chat between the two. Moderators may see complaints, refusals and responses. Admins may see contacts of everybody.
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
