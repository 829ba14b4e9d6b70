import type { Finding } from '#contract/options.ts'

/** Translation keys of the automatic checks' findings. */
export const findingNames: Record<Finding, string> = {
  contacts: 'admin.check.contacts',
  links: 'admin.check.links',
  scam: 'admin.check.scam',
  invisible: 'admin.check.invisible',
  duplicate: 'admin.check.duplicate',
  gatherer: 'admin.check.gatherer',
  new_author: 'admin.check.newAuthor',
}
