/** Everybody who tries each call of the API. `expired` and `revoked` are invalid sessions of the owner. */
export const principals = [
  'nobody',
  'expired',
  'revoked',
  'blocked',
  'unverified',
  'stranger',
  'counterpart',
  'owner',
  'moderator',
  'admin',
] as const
export type Principal = (typeof principals)[number]

/** People with a valid session. */
export const members = [
  'unverified',
  'stranger',
  'counterpart',
  'owner',
  'moderator',
  'admin',
] as const satisfies Principal[]
export type Member = (typeof members)[number]

export const isMember = (principal: Principal): principal is Member =>
  members.some((member) => member === principal)

/** The person whose objects count as the caller's own. For an invalid session it is the owner. */
export const ownFixturesOf = (principal: Principal): Member => (isMember(principal) ? principal : 'owner')
/**
 * The person whose objects count as foreign: the owner. Only the counterpart takes part in the objects of the owner. If
 * the caller is the owner, the stranger's objects count as foreign.
 */
export const foreignFixturesOf = (principal: Principal): Member =>
  ownFixturesOf(principal) === 'owner' ? 'stranger' : 'owner'
